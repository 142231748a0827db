import { uuidv7 } from 'uuidv7';
import type { createToken } from '@stagelink/shared/contracts/tokens';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { App } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { broadcast } from '../../../platform/live/publish.ts';
import { assertPro } from '../accounts/plan.ts';
import * as accounts from '../accounts/repo.ts';
import * as repo from './repo.ts';
import { hashSecret } from '../../../platform/secrets.ts';
import { newAccessToken } from './secret.ts';

const PERSONAL_NEEDS_PRO = 'Personal access tokens are part of Pro.';

/** Creates an access token and returns its secret, which is not stored. */
export async function create(
  db: Db,
  userId: string,
  { description, scopes, expiresInDays }: Parsed<typeof createToken>,
  { isPersonal } = { isPersonal: false },
): Promise<{ token: string; row: repo.TokenRow }> {
  const token = newAccessToken();
  const expiresAt = new Date(Date.now() + expiresInDays * 86_400_000);
  const wanted = { id: uuidv7(), userId, description, scopes, expiresAt, isPersonal };
  const row = await repo.insert(db, wanted, hashSecret(token));
  if (!row) throw new AppError('internal', 'Failed to create the token. Please try again.');
  return { token, row };
}

/** The same for a token made by hand, which needs Pro. Programs signed in through the browser work on every plan. */
export function createPersonal(
  { db, config }: Pick<App, 'db' | 'config'>,
  userId: string,
  wanted: Parsed<typeof createToken>,
): ReturnType<typeof create> {
  return db.transaction(async (tx) => {
    const user = await accounts.lockForUpdate(tx, userId);
    if (!user) throw new AppError('unauthenticated', 'Please log in first.');
    assertPro(config, user, PERSONAL_NEEDS_PRO);
    return create(tx, userId, wanted, { isPersonal: true });
  });
}

/**
 * Returns the owner of the token with this secret; null if it is unknown, expired, or its account is deactivated.
 * Throws `plan_limit` for a token made by hand whose owner no longer has Pro.
 */
export async function use(
  { db, config }: Pick<App, 'db' | 'config'>,
  secret: string,
): Promise<Principal | null> {
  const token = await repo.use(db, hashSecret(secret));
  if (!token) return null;
  const { isPersonal, plan, ...owner } = token;
  if (isPersonal) assertPro(config, { plan, role: owner.role }, PERSONAL_NEEDS_PRO);
  return { ...owner, isPersonal, credential: { kind: 'token', id: owner.id } };
}

/** Deletes an access token and closes its sockets. Returns false if the user has no such token. */
export async function end(tx: Tx, userId: string, id: string): Promise<boolean> {
  const existed = await repo.remove(tx, userId, id);
  if (existed) await broadcast(tx, { type: 'signed_out', credentialId: id });
  return existed;
}

const closeSockets = (tx: Tx, tokenIds: string[]): Promise<void> =>
  broadcast(tx, ...tokenIds.map((credentialId) => ({ type: 'signed_out' as const, credentialId })));

export async function endAll(tx: Tx, userId: string): Promise<void> {
  await closeSockets(tx, await repo.removeAll(tx, userId));
}

/** Closes the sockets of all tokens, which a deactivated account keeps but cannot use. */
export async function disconnectAll(tx: Tx, userId: string): Promise<void> {
  await closeSockets(tx, await repo.idsOf(tx, userId));
}
