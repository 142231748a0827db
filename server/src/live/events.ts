/** What happened on a channel; counted, and passed on to whoever follows it. */
export type LiveEvent =
  | { type: 'snapshot_created'; snapshotId: string }
  | { type: 'snapshot_finalized'; snapshotId: string; version: number }
  | { type: 'snapshot_extended'; snapshotId: string; expiresAt: string }
  /** A change the specification has no word for: followers get fresh `initial_data`. */
  | { type: 'lists_changed' };

/** What server processes tell each other about rights; never passed on. */
export type Announcement =
  /** A session or access token has ended. */
  | { type: 'signed_out'; credentialId: string }
  /** A snapshot's password, expiry or existence has changed. */
  | { type: 'access_changed'; snapshotId: string };

export type Notice =
  { channel: string; seq: number; event: LiveEvent } | { channel: null; announcement: Announcement };

export const userChannel = (userId: string) => `user:${userId}`;
export const snapshotChannel = (snapshotId: string) => `snapshot:${snapshotId}`;
