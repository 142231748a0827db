import type { Tx } from '../../../platform/db/db.ts';
import { broadcast } from '../../../platform/live/publish.ts';
import * as repo from './repo.ts';

/** Ends a session and closes its sockets. Returns false if the user has no such session. */
export async function end(tx: Tx, userId: string, id: string): Promise<boolean> {
  const existed = await repo.remove(tx, userId, id);
  if (existed) await broadcast(tx, { type: 'signed_out', credentialId: id });
  return existed;
}

/** Ends all sessions of the user except `but`. Returns how many. */
export async function endAll(tx: Tx, userId: string, but: string | null): Promise<number> {
  const ended = await repo.removeAll(tx, userId, but);
  await broadcast(tx, ...ended.map((credentialId) => ({ type: 'signed_out' as const, credentialId })));
  return ended.length;
}
