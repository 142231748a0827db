import type { Role } from '@stagelink/shared/contracts/accounts';
import { SESSION_DAYS } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import { type Db, ASYNC_COMMIT, type Tx } from '../../../platform/db/db.ts';
import { readByKey, statementByKeys } from '../../../platform/db/joinedReads.ts';
import { hashSecret, newSecret } from '../../../platform/secrets.ts';
import { NOTE_SEEN } from '../accounts/repo.ts';

export interface SessionOwner {
  id: string;
  userId: string;
  name: string;
  role: Role;
  isVerified: boolean;
}

export interface SessionRow {
  id: string;
  userId: string;
  userAgent: string;
  address: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

const columns = {
  id: 'id',
  userId: 'user_id',
  userAgent: 'user_agent',
  address: 'address',
  createdAt: 'created_at',
  lastUsedAt: 'last_used_at',
  expiresAt: 'expires_at',
} satisfies Record<keyof SessionRow, string>;

/** The client of a request. */
export interface ClientInfo {
  address: string;
  userAgent: string;
}

const inSessionDays = () => new Date(Date.now() + SESSION_DAYS * 86_400_000);

/**
 * Starts a session and returns its secret, which is not stored. `provenAt` is when the user entered a credential: some
 * actions require a recent one.
 */
export async function start(
  db: Db,
  userId: string,
  from: ClientInfo,
  provenAt = new Date(),
): Promise<string> {
  const secret = newSecret();
  await db('sessions').insert({
    id: uuidv7(),
    token_hash: hashSecret(secret),
    user_id: userId,
    user_agent: from.userAgent.slice(0, 300),
    address: from.address,
    created_at: provenAt,
    expires_at: inSessionDays(),
  });
  return secret;
}

/** Returns the new expiry, or null if the session has just expired. */
export async function renew(db: Db, id: string): Promise<Date | null> {
  const rows: { expires_at: Date }[] = await db('sessions')
    .where({ id })
    .update({ expires_at: inSessionDays() })
    .returning('expires_at');
  return rows[0]?.expires_at ?? null;
}

export async function startedAt(db: Db, id: string): Promise<Date | null> {
  const row: { created_at: Date } | undefined = await db('sessions').where({ id }).first('created_at');
  return row?.created_at ?? null;
}

// Once a minute is precise enough and avoids a write per call. A row that is locked is noted by a later call.
const USE = statementByKeys<SessionOwner & { hash: Buffer }>(
  'sessions_use',
  'bytea',
  (isAsked) => `with used as (
     select s.token_hash, s.id, s.user_id, u.name, u.role, u.email_verified_at is not null as is_verified, s.last_used_at
     from sessions s join users u on u.id = s.user_id
     where s.token_hash ${isAsked} and s.expires_at > now() and u.deactivated_at is null
   ), noted as (
     update sessions set last_used_at = now() where id in (
       select s.id from sessions s join used on used.id = s.id
       where used.last_used_at < now() - interval '1 minute' for no key update of s skip locked)
   ), seen as (${NOTE_SEEN})
   select token_hash as hash, id, user_id as "userId", name, role, is_verified as "isVerified", ${ASYNC_COMMIT}
   from used`,
);

const readOwner = readByKey(async (db, hashes) => {
  const rows = await USE(
    db,
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  );
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
});

/**
 * Returns the owner of the session with this hash and updates its last use; null if it is unknown, expired, or its
 * account is deactivated.
 */
export async function use(db: Db, hash: Buffer): Promise<SessionOwner | null> {
  const row = await readOwner(db, hash.toString('hex'));
  if (!row) return null;
  const { id, userId, name, role, isVerified } = row;
  return { id, userId, name, role, isVerified };
}

const ALIVE = statementByKeys<{ id: string }>(
  'sessions_alive',
  'uuid',
  (isAsked) => `select c.id from sessions c join users u on u.id = c.user_id
   where c.id ${isAsked} and c.expires_at > now() and u.deactivated_at is null`,
);

const readAlive = readByKey(async (db, ids) => {
  const rows = await ALIVE(db, ids);
  return new Map(rows.map(({ id }) => [id, true]));
});

/** Returns whether it is neither ended nor expired, and its account is active. */
export const isAlive = async (db: Db, id: string): Promise<boolean> => (await readAlive(db, id)) ?? false;

/** The valid ones, last used first. */
export const ofUser = (db: Db, userId: string): Promise<SessionRow[]> =>
  db('sessions')
    .where({ user_id: userId })
    .where('expires_at', '>', db.fn.now())
    .orderBy([
      { column: 'last_used_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .select(columns);

export async function isYounger(db: Db, id: string, minutes: number): Promise<boolean> {
  const row: unknown = await db('sessions')
    .where({ id })
    .where('created_at', '>', db.raw('now() - make_interval(mins => ?)', [minutes]))
    .first('id');
  return row !== undefined;
}

/** Returns false if the user has no such session. */
export async function remove(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx('sessions').where({ id, user_id: userId }).delete()) === 1;
}

/** Removes all sessions of the user except `but`. Returns their ids. */
export async function removeAll(tx: Tx, userId: string, but: string | null): Promise<string[]> {
  const rows: { id: string }[] = await tx('sessions')
    .where({ user_id: userId })
    .modify((query) => but !== null && query.whereNot({ id: but }))
    .delete()
    .returning('id');
  return rows.map(({ id }) => id);
}

export const removeExpired = (db: Db): Promise<number> =>
  db('sessions').where('expires_at', '<=', db.fn.now()).delete();
