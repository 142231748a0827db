import type { Plan, Role } from '@stagelink/shared/contracts/accounts';
import type { Scope } from '@stagelink/shared/contracts/endpoint';
import { type Db, ASYNC_COMMIT, type Tx } from '../../../platform/db/db.ts';
import { readByKey, statementByKeys } from '../../../platform/db/joinedReads.ts';
import { NOTE_SEEN } from '../accounts/repo.ts';

export interface TokenRow {
  id: string;
  userId: string;
  description: string;
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
  lastUsedAt: Date | null;
  /** Where the agent that got it over OAuth is from; null for all other tokens. */
  agentAddress: string | null;
}

const columns = {
  id: 'id',
  userId: 'user_id',
  description: 'description',
  scopes: 'scopes',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  lastUsedAt: 'last_used_at',
} satisfies Record<Exclude<keyof TokenRow, 'agentAddress'>, string>;

export const ofUser = (db: Db, userId: string): Promise<TokenRow[]> =>
  db('access_tokens')
    .leftJoin('agent_tokens', 'token_id', 'id')
    .where({ user_id: userId })
    .orderBy('created_at', 'desc')
    .select({ ...columns, agentAddress: 'address' });

export async function insert(
  db: Db,
  token: Pick<TokenRow, 'id' | 'userId' | 'description' | 'scopes' | 'expiresAt'> & { isPersonal: boolean },
  hash: Buffer,
): Promise<TokenRow | undefined> {
  const [row]: Omit<TokenRow, 'agentAddress'>[] = await db('access_tokens')
    .insert({
      id: token.id,
      token_hash: hash,
      user_id: token.userId,
      description: token.description,
      scopes: token.scopes,
      expires_at: token.expiresAt,
      is_personal: token.isPersonal,
    })
    .returning(Object.entries(columns).map(([field, column]) => db.ref(column).as(field)));
  return row && { ...row, agentAddress: null };
}

export interface TokenOwner {
  id: string;
  userId: string;
  name: string;
  role: Role;
  isVerified: boolean;
  scopes: Scope[];
  /** Made by hand, not by a program. */
  isPersonal: boolean;
  isAgent: boolean;
  plan: Plan;
}

// Once a minute is precise enough and avoids a write per call. A row that is locked is noted by a later call.
const USE = statementByKeys<TokenOwner & { hash: Buffer }>(
  'tokens_use',
  'bytea',
  (isAsked) => `with used as (
     select t.token_hash, t.id, t.user_id, u.name, u.role, u.email_verified_at is not null as is_verified, t.scopes, t.is_personal,
       a.token_id is not null as is_agent, u.plan, t.last_used_at
     from access_tokens t join users u on u.id = t.user_id left join agent_tokens a on a.token_id = t.id
     where t.token_hash ${isAsked} and t.expires_at > now() and coalesce(a.usable_until > now(), true)
       and u.deactivated_at is null
   ), noted as (
     update access_tokens set last_used_at = now() where id in (
       select t.id from access_tokens t join used on used.id = t.id
       where coalesce(used.last_used_at < now() - interval '1 minute', true) for no key update of t skip locked)
   ), seen as (${NOTE_SEEN})
   select token_hash as hash, id, user_id as "userId", name, role, is_verified as "isVerified", scopes,
     is_personal as "isPersonal", is_agent as "isAgent", plan, ${ASYNC_COMMIT} from used`,
);

const readOwner = readByKey(async (db, hashes) => {
  const rows = await USE(
    db,
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  );
  return new Map(rows.map((row) => [row.hash.toString('hex'), row]));
});

/**
 * Returns the owner of the token with this hash and updates its last use; null if it is unknown, expired, or its
 * account is deactivated.
 */
export async function use(db: Db, hash: Buffer): Promise<TokenOwner | null> {
  const row = await readOwner(db, hash.toString('hex'));
  if (!row) return null;
  const { id, userId, name, role, isVerified, scopes, isPersonal, isAgent, plan } = row;
  return { id, userId, name, role, isVerified, scopes, isPersonal, isAgent, plan };
}

const ALIVE = statementByKeys<{ id: string }>(
  'tokens_alive',
  'uuid',
  (isAsked) => `select c.id from access_tokens c join users u on u.id = c.user_id
   where c.id ${isAsked} and c.expires_at > now() and u.deactivated_at is null`,
);

const readAlive = readByKey(async (db, ids) => {
  const rows = await ALIVE(db, ids);
  return new Map(rows.map(({ id }) => [id, true]));
});

/** Returns whether it is neither ended nor expired, and its account is active. */
export const isAlive = async (db: Db, id: string): Promise<boolean> => (await readAlive(db, id)) ?? false;

/**
 * Returns how many were removed. Expired tokens stay listed for a while so that their owner sees why a program is
 * signed out.
 */
export const removeExpired = (db: Db, before: Date): Promise<number> =>
  db('access_tokens').where('expires_at', '<=', before).delete();

/** Returns false if the user has no such token. */
export async function remove(tx: Tx, userId: string, id: string): Promise<boolean> {
  return (await tx('access_tokens').where({ id, user_id: userId }).delete()) === 1;
}

/** Removes all tokens of the user. Returns their ids. */
export async function removeAll(tx: Tx, userId: string): Promise<string[]> {
  const rows: { id: string }[] = await tx('access_tokens')
    .where({ user_id: userId })
    .delete()
    .returning('id');
  return rows.map(({ id }) => id);
}

export const idsOf = (db: Db, userId: string): Promise<string[]> =>
  db('access_tokens').where({ user_id: userId }).pluck('id');
