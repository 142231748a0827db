import type { Role } from '@stagelink/shared/contracts/accounts';
import { SESSION_DAYS } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { Db, Tx } from '../db/db.ts';
import { hashSecret, newSecret } from '../tokens/secret.ts';

export interface SessionOwner {
  id: string;
  userId: string;
  role: Role;
}

/** Starts a session and gives its secret, which is stored nowhere. */
export async function start(
  db: Db,
  userId: string,
  from: { address: string; userAgent: string },
): Promise<string> {
  const secret = newSecret();
  await db('sessions').insert({
    id: uuidv7(),
    token_hash: hashSecret(secret),
    user_id: userId,
    user_agent: from.userAgent.slice(0, 300),
    address: from.address,
    expires_at: new Date(Date.now() + SESSION_DAYS * 86_400_000),
  });
  return secret;
}

export async function find(db: Db, tokenHash: Buffer): Promise<SessionOwner | null> {
  const row: SessionOwner | undefined = await db('sessions as s')
    .join('users as u', 'u.id', 's.user_id')
    .where('s.token_hash', tokenHash)
    .where('s.expires_at', '>', db.fn.now())
    .whereNull('u.deactivated_at')
    .first({ id: 's.id', userId: 's.user_id', role: 'u.role' });
  return row ?? null;
}

export async function end(tx: Tx, id: string): Promise<void> {
  await tx('sessions').where({ id }).delete();
}
