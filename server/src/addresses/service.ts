import type { changeEmail } from '@stagelink/shared/contracts/accounts';
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
import { grantedTo, issue, redeem, revoke } from '../tickets.ts';
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

/** An account that a link may still act on, held until the transaction ends. */
async function holdActive(tx: Tx, userId: string): Promise<Account> {
  const user = await accounts.lock(tx, userId);
  if (!user || user.deactivatedAt) throw deadLink();
  return user;
}

async function follow(tx: Tx, token: string): Promise<{ email: string; changed: boolean }> {
  const proof = await redeem(tx, 'verify_email', token);
  if (proof) {
    const user = await holdActive(tx, proof.userId);
    if (user.email !== proof.email) throw deadLink();
    await accounts.proveEmail(tx, user.id);
    return { email: user.email, changed: false };
  }
  const change = await redeem(tx, 'change_email', token);
  if (!change) throw deadLink();
  const user = await holdActive(tx, change.userId);
  if (printOf(user) !== change.print) throw deadLink();
  await accounts.changeEmail(tx, user.id, change.email);
  return { email: change.email, changed: true };
}

/** What a mailed link says, done: proves the account's address, or changes it to the one the mail went to. */
export async function followLink(app: App, token: string): Promise<{ email: string; changed: boolean }> {
  try {
    return await app.db.transaction((tx) => follow(tx, token));
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError('email_taken', 'There is already an account with this email.', { cause });
  }
}
