import type { Tx } from '../db/db.ts';
import { announce } from '../live/record.ts';
import * as repo from './repo.ts';

/** Deletes an access token and closes the sockets it opened. False when this user has no such token. */
export async function end(tx: Tx, userId: string, id: string): Promise<boolean> {
  const existed = await repo.remove(tx, userId, id);
  if (existed) await announce(tx, { type: 'signed_out', credentialId: id });
  return existed;
}

/** Deletes every access token of somebody. */
export async function endAll(tx: Tx, userId: string): Promise<void> {
  const ended = await repo.removeAll(tx, userId);
  await announce(tx, ...ended.map((credentialId) => ({ type: 'signed_out' as const, credentialId })));
}
