import { createHash } from 'node:crypto';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import { assertNotClosed } from '../accounts/closed.ts';
import * as accounts from '../accounts/repo.ts';
import { enter, type SignedIn } from '../accounts/service.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import { post } from '../mail/outbox.ts';
import type { From } from '../sessions/repo.ts';
import { issue, redeem, spend } from '../tickets.ts';
import { hashSecret, newSecret } from '../tokens/secret.ts';
import { type Google, type Identity, SignInRefused } from './google.ts';
import { joinedGoogle } from './letters.ts';

/** How long somebody may take on Google's pages. */
export const SIGN_IN_SECONDS = 10 * 60;

function refused(cause?: unknown): AppError {
  return new AppError('wrong_credentials', 'Failed to authenticate with Google', { cause });
}

const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'Google authentication is not available. Please try again later.', { cause });

function googleOf(app: App): Google {
  if (app.google) return app.google;
  throw unavailable();
}

async function asking<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw cause instanceof SignInRefused ? refused(cause) : unavailable(cause);
  }
}

/** An account that has the same address. It is joined only when both sides have proven that address. */
async function join(
  app: App,
  tx: Tx,
  user: accounts.UserRow,
  { sub, emailVerified }: Identity,
): Promise<void> {
  const mayJoin = emailVerified && user.emailVerifiedAt !== null;
  if (mayJoin && (await accounts.joinGoogle(tx, user.id, sub))) {
    return post(app, tx, { to: user, ...joinedGoogle(app.config.appUrl, user.name) });
  }
  throw new AppError(
    'email_taken',
    'There is already an account with this email. Please log in with your password, and confirm your address, first.',
    { field: 'email' },
  );
}

async function accountOf(app: App, tx: Tx, identity: Identity): Promise<accounts.UserRow | undefined> {
  const { sub, email, emailVerified, name } = identity;
  const known = await accounts.findByGoogle(tx, sub);
  if (known) return known;
  if (!emailVerified) {
    throw new AppError(
      'forbidden',
      'Google has not confirmed your email address. Please sign up with a password.',
    );
  }
  const id = uuidv7();
  const about = { id, email, name: name.slice(0, NAME_MAX), passwordHash: null, googleSub: sub };
  if (await accounts.insert(tx, { ...about, emailVerifiedAt: new Date() })) {
    await analytics.record(tx, { type: 'user_registered', userId: id });
    return accounts.find(tx, id);
  }
  const holder = await accounts.findByEmail(tx, email);
  // Somebody who signs in twice at once has just made it.
  if (holder && holder.googleSub !== sub) await join(app, tx, holder, identity);
  return holder;
}

/** What comes before the signature: a signature may be spelled in more than one way, and this may not. */
const signedPart = (idToken: string) => idToken.slice(0, idToken.lastIndexOf('.'));

async function signIn(app: App, idToken: string, nonce: string | undefined, from: From): Promise<SignedIn> {
  const { identity, expiresAt } = await asking(googleOf(app).verify(idToken, nonce));
  return app.db.transaction(async (tx) => {
    if (!(await spend(tx, signedPart(idToken), expiresAt))) throw refused();
    const user = await accountOf(app, tx, identity);
    if (user) assertNotClosed(user);
    if (!user || user.deactivatedAt) throw refused();
    return enter(tx, user, from);
  });
}

/** Signs in with a token that a page of ours got from Google. It works once. */
export const signInWithToken = (app: App, idToken: string, from: From): Promise<SignedIn> =>
  signIn(app, idToken, undefined, from);

export interface Started {
  /** Where the browser goes now. */
  url: string;
  /** What the browser keeps, to show that it is the one that has started. */
  browser: string;
}

/** Sends a browser to Google. State and nonce stay here; the browser knows a secret that ties them to it. */
export async function start(app: App, destination: string): Promise<Started> {
  const [browser, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const grants = { browser: hashSecret(browser).toString('base64url'), nonce, verifier, destination };
  const state = await issue(app.db, 'google', grants, SIGN_IN_SECONDS);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = await asking(googleOf(app).authorizationUrl({ state, nonce, challenge }));
  return { url, browser };
}

export interface Returned {
  state: string;
  code: string;
  browser: string | null;
}

/** Signs in the browser that comes back from Google, and says where it wanted to go. */
export async function finish(
  app: App,
  { state, code, browser }: Returned,
  from: From,
): Promise<SignedIn & { destination: string }> {
  const asked = await redeem(app.db, 'google', state);
  if (!asked || browser === null) throw refused();
  if (hashSecret(browser).toString('base64url') !== asked.browser) throw refused();
  const idToken = await asking(googleOf(app).exchange(code, asked.verifier));
  return { ...(await signIn(app, idToken, asked.nonce, from)), destination: asked.destination };
}
