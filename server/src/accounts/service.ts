import type { login, register } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import * as addresses from '../addresses/service.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import type { Viewer } from '../http/viewer.ts';
import { hashPassword, verifyPassword } from '../passwords/hash.ts';
import * as sessions from '../sessions/repo.ts';
import { end } from '../sessions/service.ts';
import { end as endToken } from '../tokens/service.ts';
import { assertNotClosed, takenBy } from './closed.ts';
import * as repo from './repo.ts';

export interface SignedIn {
  user: repo.UserRow;
  sessionToken: string;
}

async function createAccount(tx: Tx, user: Parameters<typeof repo.insert>[1]): Promise<repo.UserRow> {
  const isNew = await repo.insert(tx, user);
  const created = isNew ? await repo.find(tx, user.id) : undefined;
  if (!created) throw takenBy(await repo.findByEmail(tx, user.email));
  return created;
}

export async function signUp(
  app: App,
  { email, name, password }: Parsed<typeof register>,
  from: sessions.From,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(password);
  return app.db.transaction(async (tx) => {
    const user = await createAccount(tx, { id: uuidv7(), email, name, passwordHash });
    await addresses.mailProof(app, tx, user);
    await analytics.record(tx, { type: 'user_registered', userId: user.id });
    return { user, sessionToken: await sessions.start(tx, user.id, from) };
  });
}

const wrongCredentials = () => new AppError('wrong_credentials', 'The email or password is not right.');

/** Starts a session for somebody who has shown who they are, unless the account has changed meanwhile. */
export async function enter(
  tx: Tx,
  user: repo.UserRow,
  from: sessions.From,
  provenAt?: Date,
): Promise<SignedIn> {
  if (!(await repo.noteLogin(tx, user))) throw wrongCredentials();
  await analytics.record(tx, { type: 'user_login', userId: user.id });
  return { user, sessionToken: await sessions.start(tx, user.id, from, provenAt) };
}

/** Who guesses at an account is counted by account and network, so that the right password still works elsewhere. */
export const guessKey = (email: string, address: string) => `${email} ${networkOf(address)}`;

export async function signIn(
  app: App,
  { email, password }: Parsed<typeof login>,
  from: sessions.From,
): Promise<SignedIn> {
  const key = guessKey(email, from.address);
  await app.rateLimits.check('loginFailures', key);
  const user = await repo.findByEmail(app.db, email);
  const matches = await verifyPassword(user?.passwordHash, password);
  if (user && matches) assertNotClosed(user);
  if (!user || !matches || user.deactivatedAt) {
    await app.rateLimits.count('loginFailures', key);
    throw wrongCredentials();
  }
  await app.rateLimits.forget('loginFailures', key);
  return app.db.transaction((tx) => enter(tx, user, from));
}

/** For development (`DEV_LOGIN`): no password is asked for. */
export async function signInAs(app: App, userId: string, from: sessions.From): Promise<SignedIn> {
  const user = await repo.find(app.db, userId);
  if (!user || user.deactivatedAt) throw notFound('That account');
  return app.db.transaction((tx) => enter(tx, user, from));
}

/** Ends what the caller came with, and closes the sockets it opened. */
export async function signOut(app: App, { userId, credential }: Viewer): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (credential.kind === 'token') return endToken(tx, userId, credential.id);
    await end(tx, userId, credential.id);
    await analytics.record(tx, { type: 'user_logout', userId });
  });
}
