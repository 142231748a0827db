import type { Tx } from '../db/db.ts';
import { announce } from '../live/record.ts';
import * as repo from './repo.ts';

/** Ends a session and closes the sockets it opened. False when this user has no such session. */
export async function end(tx: Tx, userId: string, id: string): Promise<boolean> {
  const existed = await repo.remove(tx, userId, id);
  if (existed) await announce(tx, { type: 'signed_out', credentialId: id });
  return existed;
}

/** Ends every session of somebody but the one named, and says how many there were. */
export async function endAll(tx: Tx, userId: string, but: string | null): Promise<number> {
  const ended = await repo.removeAll(tx, userId, but);
  await announce(tx, ...ended.map((credentialId) => ({ type: 'signed_out' as const, credentialId })));
  return ended.length;
}
