import type { Role } from '@stagelink/shared/contracts/accounts';
import type { Scope } from '@stagelink/shared/contracts/endpoint';
import type { Db, Tx } from '../db/db.ts';

export interface TokenRow {
  id: string;
  userId: string;
  description: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
}

const columns = {
  id: 'id',
  userId: 'user_id',
  description: 'description',
  scopes: 'scopes',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  lastUsedAt: 'last_used_at',
} satisfies Record<keyof TokenRow, string>;

export const ofUser = (db: Db, userId: string): Promise<TokenRow[]> =>
  db('access_tokens').where({ user_id: userId }).orderBy('created_at', 'desc').select(columns);

export async function insert(
  db: Db,
  token: Pick<TokenRow, 'id' | 'userId' | 'description' | 'scopes' | 'expiresAt'>,
  hash: Buffer,
): Promise<TokenRow | undefined> {
  const [row] = await db('access_tokens')
    .insert({
      id: token.id,
      token_hash: hash,
      user_id: token.userId,
      description: token.description,
      scopes: token.scopes,
      expires_at: token.expiresAt,
    })
    .returning(Object.entries(columns).map(([field, column]) => db.ref(column).as(field)));
  return row;
}

/** The token with this hash, noted as used, or null when it is unknown, expired, or its account is deactivated. */
export async function use(
  db: Db,
  hash: Buffer,
): Promise<{ id: string; userId: string; role: Role; scopes: Scope[] } | null> {
  const row: { id: string; userId: string; role: Role; scopes: Scope[]; stale: boolean } | undefined =
    await db('access_tokens as t')
      .join('users as u', 'u.id', 't.user_id')
      .where('t.token_hash', hash)
      .where('t.expires_at', '>', db.fn.now())
      .whereNull('u.deactivated_at')
      .first({
        id: 't.id',
        userId: 't.user_id',
        role: 'u.role',
        scopes: 't.scopes',
        stale: db.raw(`(t.last_used_at is null or t.last_used_at < now() - interval '1 minute')`),
      });
  if (!row) return null;
  // Once a minute is exact enough for a person, and keeps busy tokens from writing on every call.
  if (row.stale) await db('access_tokens').where({ id: row.id }).update({ last_used_at: db.fn.now() });
  return { id: row.id, userId: row.userId, role: row.role, scopes: row.scopes };
}

/** False when this user has no such token. */
export async function remove(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx('access_tokens').where({ id, user_id: userId }).delete()) === 1;
}
