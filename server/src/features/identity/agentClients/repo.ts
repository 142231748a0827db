import type { Scope } from '@stagelink/shared/contracts/endpoint';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface ClientRow {
  id: string;
  name: string;
  redirectUris: string[];
}

const UNUSED_DAYS = 1;
const USED_DAYS = 180;

export const findClient = (db: Db, id: string): Promise<ClientRow | undefined> =>
  db('agent_clients').where({ id }).first({ id: 'id', name: 'name', redirectUris: 'redirect_uris' });

export async function insertClient(db: Db, { id, name, redirectUris }: ClientRow): Promise<void> {
  await db('agent_clients').insert({ id, name, redirect_uris: redirectUris });
}

export async function noteUse(db: Db, id: string): Promise<void> {
  await db('agent_clients').where({ id }).update({ used_at: db.fn.now() });
}

/** Removes clients that no person allowed, and those that were not used for long. Returns how many. */
export const removeUnusedClients = (db: Db): Promise<number> =>
  db('agent_clients')
    .whereRaw(`used_at is null and created_at < now() - make_interval(days => ?)`, [UNUSED_DAYS])
    .orWhereRaw(`used_at < now() - make_interval(days => ?)`, [USED_DAYS])
    .delete();

export interface AgentTokenRow {
  id: string;
  userId: string;
  clientId: string;
  refreshHash: Buffer;
  scopes: Scope[];
  /** The token and its owner's account are valid. */
  isValid: boolean;
}

/** Locks the token of an agent. */
export async function lockToken(tx: Tx, id: string): Promise<AgentTokenRow | undefined> {
  return tx('access_tokens as t')
    .join('agent_tokens as a', 'a.token_id', 't.id')
    .join('users as u', 'u.id', 't.user_id')
    .where('t.id', id)
    .forUpdate('t', 'a')
    .first({
      id: 't.id',
      userId: 't.user_id',
      clientId: 'a.client_id',
      refreshHash: 'a.refresh_hash',
      scopes: 't.scopes',
      isValid: tx.raw('t.expires_at > now() and u.deactivated_at is null'),
    });
}

/** Returns the id of the token with this hash. */
export async function idOfToken(tx: Tx, hash: Buffer): Promise<string | undefined> {
  const row: { id: string } | undefined = await tx('access_tokens').where({ token_hash: hash }).first('id');
  return row?.id;
}

export interface Renewal {
  refreshHash: Buffer;
  usableUntil: Date;
}

export async function insertToken(
  tx: Tx,
  about: { id: string; clientId: string; address: string } & Renewal,
): Promise<void> {
  await tx('agent_tokens').insert({
    token_id: about.id,
    client_id: about.clientId,
    address: about.address,
    refresh_hash: about.refreshHash,
    usable_until: about.usableUntil,
  });
}

/** Replaces both secrets of an agent. */
export async function renewToken(
  tx: Tx,
  id: string,
  { tokenHash, expiresAt, refreshHash, usableUntil }: Renewal & { tokenHash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx('access_tokens').where({ id }).update({ token_hash: tokenHash, expires_at: expiresAt });
  await tx('agent_tokens')
    .where({ token_id: id })
    .update({ refresh_hash: refreshHash, usable_until: usableUntil });
}
