import type { LiveMessage } from '@stagelink/shared/contracts/live';

type Counted = Exclude<Extract<LiveMessage, { seq: number }>, { type: 'connected' | 'initial_data' }>;

/** The same message without its number, which the channel gives it. */
type Unnumbered<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** What happened on a channel; counted, and passed on to whoever follows it. */
export type LiveEvent = Unnumbered<Counted>;

/** What server processes tell each other beside the events; never passed on as it is. */
export type Announcement =
  /** A session or access token has ended. */
  | { type: 'signed_out'; credentialId: string }
  /** A snapshot's password, expiry or existence has changed. */
  | { type: 'access_changed'; snapshotId: string }
  /** Something about a snapshot that only its owner may know of; `seq` is what its channel has counted so far. */
  | { type: 'owner_only'; snapshotId: string; seq: number };

export type Notice =
  { channel: string; seq: number; event: LiveEvent } | { channel: null; announcement: Announcement };

export const userChannel = (userId: string) => `user:${userId}`;
export const snapshotChannel = (snapshotId: string) => `snapshot:${snapshotId}`;
