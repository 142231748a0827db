import { createHash } from 'node:crypto';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import { assertOpen } from '../accounts/closed.ts';
import * as accounts from '../accounts/repo.ts';
import { startSession, type SignedIn } from '../accounts/service.ts';
import * as analytics from '../../analytics/service.ts';
import type { App } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { enqueueEmail } from '../../../platform/mail/outbox.ts';
import type { ClientInfo } from '../sessions/repo.ts';
import { issue, redeem, markUsed } from '../../../platform/tickets.ts';
import { hashSecret, newSecret } from '../../../platform/secrets.ts';
import { type Google, type Identity, SignInRejected } from './google.ts';
import { joinedGoogle } from './emails.ts';

/** Time to sign in on Google's pages. */
export const SIGN_IN_SECONDS = 10 * 60;

function refused(cause?: unknown): AppError {
  return new AppError('wrong_credentials', 'Failed to authenticate with Google', { cause });
}

const unavailable = (cause?: unknown) =>
  new AppError('unavailable', 'Google authentication is not available. Please try again later.', { cause });

type GoogleSignIn = Google | null;

function configured(google: GoogleSignIn): Google {
  if (google) return google;
  throw unavailable();
}

async function asking<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw cause instanceof SignInRejected ? refused(cause) : unavailable(cause);
  }
}

/** Links an account with the same address. Both sides must have verified it. */
async function join(
  app: App,
  tx: Tx,
  user: accounts.UserRow,
  { sub, emailVerified }: Identity,
): Promise<void> {
  const mayJoin = emailVerified && user.emailVerifiedAt !== null;
  if (mayJoin && (await accounts.joinGoogle(tx, user.id, sub))) {
    return enqueueEmail(app, tx, { to: user, ...joinedGoogle(app.config.appUrl, user.name) });
  }
  throw new AppError(
    'email_taken',
    'An account with this email already exists. Log in with your password and confirm your address first.',
    { field: 'email' },
  );
}

async function accountOf(app: App, tx: Tx, identity: Identity): Promise<accounts.UserRow | undefined> {
  const { sub, email, emailVerified, name } = identity;
  const known = await accounts.findByGoogle(tx, sub);
  if (known) return known;
  if (!emailVerified) {
    throw new AppError('forbidden', 'Google has not confirmed your email address. Sign up with a password.');
  }
  const id = uuidv7();
  const about = { id, email, name: name.slice(0, NAME_MAX), passwordHash: null, googleSub: sub };
  if (await accounts.insert(tx, { ...about, emailVerifiedAt: new Date() })) {
    await analytics.record(tx, { type: 'user_registered', userId: id });
    return accounts.find(tx, id);
  }
  const holder = await accounts.findByEmail(tx, email);
  // Two simultaneous sign-ins: the other one has just created the account.
  if (holder && holder.googleSub !== sub) await join(app, tx, holder, identity);
  return holder;
}

/** Signatures are malleable; the signed part is not, so it identifies a used token. */
const signedPart = (idToken: string) => idToken.slice(0, idToken.lastIndexOf('.'));

async function signIn(
  app: App,
  google: GoogleSignIn,
  { idToken, nonce }: { idToken: string; nonce?: string },
  from: ClientInfo,
): Promise<SignedIn> {
  const { identity, expiresAt } = await asking(configured(google).verify(idToken, nonce));
  return app.db.transaction(async (tx) => {
    if (!(await markUsed(tx, signedPart(idToken), expiresAt))) throw refused();
    const user = await accountOf(app, tx, identity);
    if (!user) throw refused();
    assertOpen(user);
    return startSession(tx, user, from);
  });
}

/** Signs in with a token that our page received from Google. It works once. */
export const signInWithToken = (
  app: App,
  google: GoogleSignIn,
  idToken: string,
  from: ClientInfo,
): Promise<SignedIn> => signIn(app, google, { idToken }, from);

export interface GoogleRedirect {
  url: string;
  /** The secret that the browser keeps, to prove that it started the sign-in. */
  browser: string;
}

/** Starts a sign-in at Google. State and nonce stay on the server; the browser gets a secret bound to them. */
export async function start(app: App, google: GoogleSignIn, destination: string): Promise<GoogleRedirect> {
  const [browser, nonce, verifier] = [newSecret(), newSecret(), newSecret()];
  const grants = { browser: hashSecret(browser).toString('base64url'), nonce, verifier, destination };
  const state = await issue(app.db, 'google', grants, SIGN_IN_SECONDS);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const url = await asking(configured(google).authorizationUrl({ state, nonce, challenge }));
  return { url, browser };
}

export interface GoogleCallback {
  state: string;
  code: string;
  browser: string | null;
}

/** Completes the sign-in of the browser that returns from Google. Returns where it goes next. */
export async function finish(
  app: App,
  google: GoogleSignIn,
  { state, code, browser }: GoogleCallback,
  from: ClientInfo,
): Promise<SignedIn & { destination: string }> {
  const pending = await redeem(app.db, 'google', state);
  if (!pending || browser === null) throw refused();
  if (hashSecret(browser).toString('base64url') !== pending.browser) throw refused();
  const idToken = await asking(configured(google).exchange(code, pending.verifier));
  return {
    ...(await signIn(app, google, { idToken, nonce: pending.nonce }, from)),
    destination: pending.destination,
  };
}
