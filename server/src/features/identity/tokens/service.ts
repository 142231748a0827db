import { uuidv7 } from 'uuidv7';
import type { createToken } from '@stagelink/shared/contracts/tokens';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { App } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { broadcast } from '../../../platform/live/publish.ts';
import { assertPro } from '../accounts/plan.ts';
import * as accounts from '../accounts/repo.ts';
import * as repo from './repo.ts';
import { hashSecret } from '../../../platform/secrets.ts';
import { newAccessToken } from './secret.ts';

/** Creates an access token and returns its secret, which is not stored. */
export async function create(
  db: Db,
  userId: string,
  { description, scopes, expiresInDays }: Parsed<typeof createToken>,
): Promise<{ token: string; row: repo.TokenRow }> {
  const token = newAccessToken();
  const expiresAt = new Date(Date.now() + expiresInDays * 86_400_000);
  const wanted = { id: uuidv7(), userId, description, scopes, expiresAt };
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
    assertPro(config, user, 'Personal access tokens are part of Pro.');
    return create(tx, userId, wanted);
  });
}

/** Deletes an access token and closes its sockets. Returns false if the user has no such token. */
export async function end(tx: Tx, userId: string, id: string): Promise<boolean> {
  const existed = await repo.remove(tx, userId, id);
  if (existed) await broadcast(tx, { type: 'signed_out', credentialId: id });
  return existed;
}

export async function endAll(tx: Tx, userId: string): Promise<void> {
  const ended = await repo.removeAll(tx, userId);
  await broadcast(tx, ...ended.map((credentialId) => ({ type: 'signed_out' as const, credentialId })));
}
