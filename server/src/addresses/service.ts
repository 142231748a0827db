import type { changeEmail, verifyEmail } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { confirmIdentity } from '../accounts/identity.ts';
import { assertCanMail, deadLink, mailAccount } from '../accounts/mailed.ts';
import { printOf } from '../accounts/print.ts';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Db, Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import { post } from '../mail/outbox.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { grantedTo, issue, peek, redeem, revoke, type Tickets } from '../tickets.ts';
import * as letters from './letters.ts';

type Account = accounts.UserRow;

const LINK_SECONDS = EMAIL_LINK_HOURS * 3600;

/** Mails the link that proves an account's address, when this server can send mail. */
export async function mailProof(app: App, tx: Tx, { id, email }: Account): Promise<void> {
  if (!app.mail.canSend) return;
  await app.rateLimits.count('mailToAddress', email);
  const token = await issue(tx, 'verify_email', { userId: id, email }, LINK_SECONDS);
  await post(app, tx, { to: { name: '', email }, ...letters.confirmAddress(app.config.appUrl, token) });
}

/** False when there is nothing left to prove. */
export async function askForProof(app: App, { userId }: Viewer): Promise<boolean> {
  assertCanMail(app);
  const user = await accounts.find(app.db, userId);
  if (!user || user.emailVerifiedAt) return false;
  await app.db.transaction((tx) => mailProof(app, tx, user));
  return true;
}

/** Links that would change the account's address no longer do. */
export const cancelChange = (db: Db, userId: string): Promise<void> => revoke(db, 'change_email', userId);

/** Whoever has the address is mailed, with an account or without: the asker cannot tell which it was. */
async function mailToNewAddress(app: App, tx: Tx, user: Account, email: string): Promise<void> {
  const { appUrl } = app.config;
  const grants = { userId: user.id, email, print: printOf(user) };
  const token = await issue(tx, 'change_email', grants, LINK_SECONDS);
  const holder = await accounts.findByEmail(tx, email);
  const letter = holder
    ? letters.addressHasAccount({ appUrl, name: holder.name })
    : letters.confirmNewAddress(appUrl, token);
  await post(app, tx, { to: { name: holder?.name ?? '', email }, ...letter });
}

export async function askForChange(
  app: App,
  viewer: Viewer,
  { email, currentPassword }: Parsed<typeof changeEmail>,
  address: string,
): Promise<void> {
  assertCanMail(app);
  const user = await confirmIdentity(app, viewer, currentPassword);
  if (email === user.email) {
    throw new AppError('invalid_input', 'That is your address already.', { field: 'email' });
  }
  // An account without a verified address can be had for nothing, so its mail counts like that of signing up.
  if (user.emailVerifiedAt === null) await app.rateLimits.count('register', address);
  await app.rateLimits.count('mailToAddress', email);
  await app.db.transaction(async (tx) => {
    // Only what was asked for last can still happen.
    await cancelChange(tx, user.id);
    await mailToNewAddress(app, tx, user, email);
    const notice = letters.addressIsChanging({ appUrl: app.config.appUrl, name: user.name }, email);
    await mailAccount(app, tx, user, notice);
  });
}

/** The address an account is about to change to; null when none is, or when no link to one could work any more. */
export async function awaitedAddress(app: App, { userId }: Viewer): Promise<string | null> {
  const user = await accounts.find(app.db, userId);
  const [change] = await grantedTo(app.db, 'change_email', userId);
  return user && change?.print === printOf(user) ? change.email : null;
}

const isUniqueViolation = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === '23505';

interface Link {
  proof: Tickets['verify_email'] | null;
  change: Tickets['change_email'] | null;
}

/** What a token is for, found by looking at it or by using it up. */
async function readLink(db: Db, token: string, read: typeof peek): Promise<Link> {
  const proof = await read(db, 'verify_email', token);
  return { proof, change: proof ? null : await read(db, 'change_email', token) };
}

/** The account that a link may still act on. */
async function accountOf(
  { proof, change }: Link,
  find: (userId: string) => Promise<Account | undefined>,
): Promise<Account> {
  const userId = proof?.userId ?? change?.userId;
  const user = userId === undefined ? undefined : await find(userId);
  const isGood = user && (proof ? user.email === proof.email : printOf(user) === change?.print);
  if (!isGood || user.deactivatedAt) throw deadLink();
  return user;
}

/** Opening a link of another account must verify nothing. */
async function assertIsTheirs(
  app: App,
  viewer: Viewer | null,
  user: Account,
  password: string,
): Promise<void> {
  if (viewer?.userId === user.id) return;
  if (user.passwordHash === null) {
    throw new AppError('forbidden', 'Please sign in with Google first, then open the link again.');
  }
  const refused = (message: string) => new AppError('wrong_password', message, { field: 'password' });
  if (password === '') throw refused('Please enter the password of the account.');
  await app.rateLimits.count('passwordCheck', user.id);
  if (!(await verifyPassword(user.passwordHash, password)))
    throw refused('This is not the password of the account.');
  await app.rateLimits.forget('passwordCheck', user.id);
}

async function follow(tx: Tx, token: string): Promise<{ email: string; changed: boolean }> {
  const link = await readLink(tx, token, redeem);
  const user = await accountOf(link, (userId) => accounts.lock(tx, userId));
  if (!link.change) {
    await accounts.proveEmail(tx, user.id);
    return { email: user.email, changed: false };
  }
  await accounts.changeEmail(tx, user.id, link.change.email);
  return { email: link.change.email, changed: true };
}

/** What a mailed link says, done: proves the account's address, or changes it to the one the mail went to. */
export async function followLink(
  app: App,
  viewer: Viewer | null,
  { token, password }: Parsed<typeof verifyEmail>,
): Promise<{ email: string; changed: boolean }> {
  const user = await accountOf(await readLink(app.db, token, peek), (userId) =>
    accounts.find(app.db, userId),
  );
  await assertIsTheirs(app, viewer, user, password);
  try {
    return await app.db.transaction((tx) => follow(tx, token));
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('email_taken', 'There is already an account with this email.', { cause });
  }
}
