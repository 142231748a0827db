import type { changeEmail, verifyEmail } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { confirmIdentity } from '../accounts/identity.ts';
import { assertMailConfigured, linkExpired, mailAccount } from '../accounts/emailGuards.ts';
import { credentialFingerprint } from '../accounts/fingerprint.ts';
import * as accounts from '../accounts/repo.ts';
import { followChange } from '../../billing/follow.ts';
import type { App } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { enqueueEmail } from '../../../platform/mail/outbox.ts';
import { verifyPassword } from '../passwords/hash.ts';
import { findByUser, issue, peek, redeem, revoke, type Tickets } from '../../../platform/tickets.ts';
import * as letters from './emails.ts';

type Account = accounts.UserRow;

const LINK_SECONDS = EMAIL_LINK_HOURS * 3600;

/** Emails the verification link of an account's address, if the server can send email. */
export async function sendVerification(app: App, tx: Tx, { id, email }: Account): Promise<void> {
  if (!app.mail.canSend) return;
  await app.rateLimits.consume('mailToAddress', email);
  const token = await issue(tx, 'verify_email', { userId: id, email }, LINK_SECONDS);
  await enqueueEmail(app, tx, {
    to: { name: '', email },
    ...letters.confirmAddress(app.config.appUrl, token),
  });
}

/** Returns false if the address is already verified. */
export async function requestVerification(app: App, { userId }: Principal): Promise<boolean> {
  assertMailConfigured(app);
  const user = await accounts.find(app.db, userId);
  if (!user || user.emailVerifiedAt) return false;
  await app.db.transaction((tx) => sendVerification(app, tx, user));
  return true;
}

/** Invalidates links that would change the account's address. */
export const cancelChange = (db: Db, userId: string): Promise<void> => revoke(db, 'change_email', userId);

/** Sends an email in either case, so that the response does not reveal whether the address has an account. */
async function mailToNewAddress(app: App, tx: Tx, user: Account, email: string): Promise<void> {
  const { appUrl } = app.config;
  const grants = { userId: user.id, email, fingerprint: credentialFingerprint(user) };
  const token = await issue(tx, 'change_email', grants, LINK_SECONDS);
  const holder = await accounts.findByEmail(tx, email);
  const letter = holder
    ? letters.addressHasAccount({ appUrl, name: holder.name })
    : letters.confirmNewAddress(appUrl, token);
  await enqueueEmail(app, tx, { to: { name: holder?.name ?? '', email }, ...letter });
}

export async function requestChange(
  app: App,
  principal: Principal,
  { email, currentPassword }: Parsed<typeof changeEmail>,
  address: string,
): Promise<void> {
  assertMailConfigured(app);
  const user = await confirmIdentity(app, principal, currentPassword);
  if (email === user.email) {
    throw new AppError('invalid_input', 'This is already your address.', { field: 'email' });
  }
  // An account without a verified address costs nothing, so its emails count like sign-ups.
  if (user.emailVerifiedAt === null) await app.rateLimits.consume('register', address);
  await app.rateLimits.consume('mailToAddress', email);
  await app.db.transaction(async (tx) => {
    // A new request replaces earlier ones.
    await cancelChange(tx, user.id);
    await mailToNewAddress(app, tx, user, email);
    const notice = letters.addressIsChanging({ appUrl: app.config.appUrl, name: user.name }, email);
    await mailAccount(app, tx, user, notice);
  });
}

/** Returns the new address of a pending change; null without one or if no link to it can work anymore. */
export async function pendingChange(app: App, { userId }: Principal): Promise<string | null> {
  const user = await accounts.find(app.db, userId);
  const [change] = await findByUser(app.db, 'change_email', userId);
  return user && change?.fingerprint === credentialFingerprint(user) ? change.email : null;
}

const isUniqueViolation = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === '23505';

interface Link {
  proof: Tickets['verify_email'] | null;
  change: Tickets['change_email'] | null;
}

/** Reads a link's purpose by peeking at its token or redeeming it. */
async function readLink(db: Db, token: string, read: typeof peek): Promise<Link> {
  const proof = await read(db, 'verify_email', token);
  return { proof, change: proof ? null : await read(db, 'change_email', token) };
}

/** Returns the account of a link if it may still be used. */
async function accountOf(
  { proof, change }: Link,
  find: (userId: string) => Promise<Account | undefined>,
): Promise<Account> {
  const userId = proof?.userId ?? change?.userId;
  const user = userId === undefined ? undefined : await find(userId);
  const isGood =
    user && (proof ? user.email === proof.email : credentialFingerprint(user) === change?.fingerprint);
  if (!isGood || user.deactivatedAt) throw linkExpired();
  return user;
}

/** A link of another account must verify nothing. */
async function assertIsTheirs(
  app: App,
  principal: Principal | null,
  user: Account,
  password: string,
): Promise<void> {
  if (principal?.userId === user.id) return;
  if (user.passwordHash === null) {
    throw new AppError('forbidden', 'Please sign in with Google first, then open the link again.');
  }
  const refused = (message: string) => new AppError('wrong_password', message, { field: 'password' });
  if (password === '') throw refused('Enter the password of the account.');
  await app.rateLimits.consume('passwordCheck', user.id);
  if (!(await verifyPassword(user.passwordHash, password)))
    throw refused('The password of the account is incorrect.');
  await app.rateLimits.reset('passwordCheck', user.id);
}

async function applyLink(app: App, tx: Tx, token: string): Promise<{ email: string; changed: boolean }> {
  const link = await readLink(tx, token, redeem);
  const user = await accountOf(link, (userId) => accounts.lockForUpdate(tx, userId));
  if (!link.change) {
    await accounts.proveEmail(tx, user.id);
    return { email: user.email, changed: false };
  }
  await accounts.changeEmail(tx, user.id, link.change.email);
  await followChange(app, tx, user.id);
  return { email: link.change.email, changed: true };
}

/**
 * Performs an emailed link: verifies the account's address, or changes it to the one the email went to.
 * See docs/decisions/0015.
 */
export async function confirmByLink(
  app: App,
  principal: Principal | null,
  { token, password }: Parsed<typeof verifyEmail>,
): Promise<{ email: string; changed: boolean }> {
  const user = await accountOf(await readLink(app.db, token, peek), (userId) =>
    accounts.find(app.db, userId),
  );
  await assertIsTheirs(app, principal, user, password);
  try {
    return await app.db.transaction((tx) => applyLink(app, tx, token));
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('email_taken', 'There is already an account with this email.', { cause });
  }
}
