import type { login, register } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { networkOf } from '../http/network.ts';
import type { Viewer } from '../http/viewer.ts';
import { announce } from '../live/record.ts';
import * as tokens from '../tokens/repo.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import * as repo from './repo.ts';
import * as sessions from './sessions.ts';

interface From {
  address: string;
  userAgent: string;
}

interface SignedIn {
  user: repo.UserRow;
  sessionToken: string;
}

async function createAccount(app: App, input: Parsed<typeof register>): Promise<repo.UserRow> {
  const id = uuidv7();
  const passwordHash = await hashPassword(input.password);
  const isNew = await repo.insert(app.db, { id, email: input.email, name: input.name, passwordHash });
  const user = isNew ? await repo.find(app.db, id) : undefined;
  if (!user) {
    throw new AppError('email_taken', 'There is already an account with this email. Please log in.', {
      field: 'email',
    });
  }
  return user;
}

export async function signUp(app: App, input: Parsed<typeof register>, from: From): Promise<SignedIn> {
  const user = await createAccount(app, input);
  return { user, sessionToken: await sessions.start(app.db, user.id, from) };
}

export async function signIn(app: App, input: Parsed<typeof login>, from: From): Promise<SignedIn> {
  const key = `${input.email} ${networkOf(from.address)}`;
  await app.rateLimits.check('loginFailures', key);
  const user = await repo.findByEmail(app.db, input.email);
  const matches = await verifyPassword(user?.passwordHash, input.password);
  if (!user || !matches || user.deactivatedAt) {
    await app.rateLimits.count('loginFailures', key);
    throw new AppError('wrong_credentials', 'The email or password is not right.');
  }
  await app.rateLimits.forget('loginFailures', key);
  await repo.noteLogin(app.db, user.id);
  return { user, sessionToken: await sessions.start(app.db, user.id, from) };
}

/** Ends what the caller came with, and closes the sockets it opened. */
export async function signOut(app: App, { userId, credential }: Viewer): Promise<void> {
  await app.db.transaction(async (tx) => {
    if (credential.kind === 'session') await sessions.end(tx, credential.id);
    else await tokens.remove(tx, userId, credential.id);
    await announce(tx, { type: 'signed_out', credentialId: credential.id });
  });
}
