import { uuidv7 } from 'uuidv7';
import type { createToken } from '@stagelink/shared/contracts/tokens';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Db, Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import { announce } from '../live/record.ts';
import * as repo from './repo.ts';
import { hashSecret, newAccessToken } from './secret.ts';

/** Makes an access token and gives its value, which is stored nowhere. */
export async function create(
  db: Db,
  userId: string,
  { description, scopes, expiresInDays }: Parsed<typeof createToken>,
): Promise<{ token: string; row: repo.TokenRow }> {
  const token = newAccessToken();
  const expiresAt = new Date(Date.now() + expiresInDays * 86_400_000);
  const wanted = { id: uuidv7(), userId, description, scopes, expiresAt };
  const row = await repo.insert(db, wanted, hashSecret(token));
  if (!row) throw new AppError('internal', 'The token could not be created. Please try again.');
  return { token, row };
}

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
