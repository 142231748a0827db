import type { LiveMessage } from '@stagelink/shared/contracts/live';

type NumberedMessage = Exclude<Extract<LiveMessage, { seq: number }>, { type: 'connected' | 'initial_data' }>;

/** The message without the sequence number that its channel assigns. */
type Unnumbered<M> = M extends unknown ? Omit<M, 'seq'> : never;

/** An event on a channel, numbered and delivered to its subscribers. */
export type LiveEvent = Unnumbered<NumberedMessage>;

/** Messages between server processes; never delivered to clients. */
export type ControlMessage =
  | { type: 'signed_out'; credentialId: string }
  | { type: 'access_changed'; snapshotId: string }
  /** An event only the snapshot's owner may receive; `seq` is the current sequence number of its channel. */
  | { type: 'owner_only'; snapshotId: string; seq: number };

export type BusMessage =
  | { channel: string; seq: number; event: LiveEvent }
  | { channel: null; announcement: ControlMessage };

export const userChannel = (userId: string) => `user:${userId}`;
export const snapshotChannel = (snapshotId: string) => `snapshot:${snapshotId}`;
