import type { changePassword, resetPassword } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { confirmIdentity, wrongPassword } from '../accounts/identity.ts';
import { assertCanMail, deadLink, mailAccount } from '../accounts/mailed.ts';
import { printOf } from '../accounts/print.ts';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import type { Viewer } from '../http/viewer.ts';
import { post } from '../mail/outbox.ts';
import { endAll } from '../sessions/service.ts';
import { issue, redeem } from '../tickets.ts';
import * as tokens from '../tokens/repo.ts';
import { endAll as endTokens } from '../tokens/service.ts';
import { hashPassword } from './hash.ts';
import * as letters from './letters.ts';

/** Whoever was signed in with the old password is not any more, but for the session that changed it. */
async function replace(app: App, tx: Tx, user: accounts.UserRow, hash: string, but: string | null) {
  await accounts.setPassword(tx, user.id, hash);
  await endAll(tx, user.id, but);
  const alive = (await tokens.ofUser(tx, user.id)).filter(
    ({ expiresAt }) => expiresAt.getTime() > Date.now(),
  );
  const notice = letters.passwordChanged({ appUrl: app.config.appUrl, name: user.name }, alive);
  await mailAccount(app, tx, user, notice);
}

export async function change(
  app: App,
  viewer: Viewer,
  { currentPassword, newPassword }: Parsed<typeof changePassword>,
): Promise<void> {
  const { passwordHash } = await confirmIdentity(app, viewer, currentPassword);
  const hash = await hashPassword(newPassword);
  await app.db.transaction(async (tx) => {
    const user = await accounts.lock(tx, viewer.userId);
    // Another one may have been chosen since, by whoever reads the account's mail.
    if (user?.passwordHash !== passwordHash) throw wrongPassword();
    await replace(app, tx, user, hash, viewer.credential.id);
  });
}

/** Looks for no account, so that the asker cannot tell by any sign whether there is one: a job does that. */
export async function forget(app: App, email: string): Promise<void> {
  assertCanMail(app);
  await app.rateLimits.count('mailToAddress', email);
  const sealed = app.secrets.seal(email).toString('base64');
  await app.db.transaction((tx) => app.jobs.enqueue(tx, 'mail_reset_link', { sealed }));
}

/** Mails the link to the account with this address, if there is one that may be signed in to. */
export async function mailResetLink(app: App, sealed: string): Promise<void> {
  const user = await accounts.findByEmail(app.db, app.secrets.open(Buffer.from(sealed, 'base64')));
  if (!user || user.deactivatedAt) return;
  await app.db.transaction(async (tx) => {
    const grants = { userId: user.id, print: printOf(user) };
    const token = await issue(tx, 'reset_password', grants, PASSWORD_RESET_MINUTES * 60);
    const letter = letters.resetLink({ appUrl: app.config.appUrl, name: user.name }, token);
    await post(app, tx, { to: user, ...letter });
  });
}

/** Whoever opened the link reads the account's mail: that proves the address too. Answers the address. */
export async function reset(app: App, { token, newPassword }: Parsed<typeof resetPassword>): Promise<string> {
  const hash = await hashPassword(newPassword);
  return app.db.transaction(async (tx) => {
    const granted = await redeem(tx, 'reset_password', token);
    const user = granted && (await accounts.lock(tx, granted.userId));
    if (!user || user.deactivatedAt || printOf(user) !== granted.print) throw deadLink();
    // Until now nobody had shown that the account is theirs: somebody else may have made it, and tokens for later.
    if (user.emailVerifiedAt === null) await endTokens(tx, user.id);
    await accounts.proveEmail(tx, user.id);
    await replace(app, tx, { ...user, emailVerifiedAt: user.emailVerifiedAt ?? new Date() }, hash, null);
    return user.email;
  });
}
