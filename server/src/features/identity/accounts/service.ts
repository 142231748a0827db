import type { login, register } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import * as addresses from '../emailAddresses/service.ts';
import * as analytics from '../../analytics/service.ts';
import type { App } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { AppError, notFound } from '../../../platform/http/errors.ts';
import { networkOf } from '../../../platform/http/network.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { hashPassword, verifyPassword } from '../passwords/hash.ts';
import * as sessions from '../sessions/repo.ts';
import { end } from '../sessions/service.ts';
import { end as endToken } from '../tokens/service.ts';
import { assertOpen, takenBy } from './closed.ts';
import * as repo from './repo.ts';

export interface SignedIn {
  user: repo.UserRow;
  sessionToken: string;
}

/** Throws if the address has an account. */
export async function createAccount(tx: Tx, user: Parameters<typeof repo.insert>[1]): Promise<repo.UserRow> {
  const isNew = await repo.insert(tx, user);
  const created = isNew ? await repo.find(tx, user.id) : undefined;
  if (!created) throw takenBy(await repo.findByEmail(tx, user.email));
  return created;
}

export async function signUp(
  app: App,
  { email, name, password }: Parsed<typeof register>,
  from: sessions.ClientInfo,
): Promise<SignedIn> {
  const passwordHash = await hashPassword(password);
  return app.db.transaction(async (tx) => {
    const user = await createAccount(tx, { id: uuidv7(), email, name, passwordHash });
    await addresses.sendVerification(app, tx, user);
    await analytics.record(tx, { type: 'user_registered', userId: user.id });
    await repo.noteLogin(tx, user);
    return { user, sessionToken: await sessions.start(tx, user.id, from) };
  });
}

const wrongCredentials = () => new AppError('wrong_credentials', 'The email or password is incorrect.');

/** Starts a session after the credentials were checked, unless the account has changed meanwhile. */
export async function startSession(
  tx: Tx,
  user: repo.UserRow,
  from: sessions.ClientInfo,
  provenAt?: Date,
): Promise<SignedIn> {
  if (!(await repo.noteLogin(tx, user))) throw wrongCredentials();
  await analytics.record(tx, { type: 'user_login', userId: user.id });
  return { user, sessionToken: await sessions.start(tx, user.id, from, provenAt) };
}

/** Counts attempts per account and network, so that the owner can still sign in from elsewhere. */
export const guessKey = (email: string, address: string) => `${email} ${networkOf(address)}`;

export async function signIn(
  app: App,
  { email, password }: Parsed<typeof login>,
  from: sessions.ClientInfo,
): Promise<SignedIn> {
  const key = guessKey(email, from.address);
  await app.rateLimits.peek('loginFailures', key);
  const user = await repo.findByEmail(app.db, email);
  const matches = await verifyPassword(user?.passwordHash, password);
  if (user && matches) assertOpen(user);
  if (!user || !matches) {
    await app.rateLimits.consume('loginFailures', key);
    throw wrongCredentials();
  }
  await app.rateLimits.reset('loginFailures', key);
  return app.db.transaction((tx) => startSession(tx, user, from));
}

/** Signs in without a password, for development (`DEV_LOGIN`). */
export async function signInAs(app: App, userId: string, from: sessions.ClientInfo): Promise<SignedIn> {
  const user = await repo.find(app.db, userId);
  if (!user || user.deactivatedAt) throw notFound('That account');
  return app.db.transaction((tx) => startSession(tx, user, from));
}

/** Ends the principal's credential and closes its sockets. */
export async function signOut(app: App, { userId, credential }: Principal): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (credential.kind === 'token') return endToken(tx, userId, credential.id);
    await end(tx, userId, credential.id);
    await analytics.record(tx, { type: 'user_logout', userId });
  });
}
