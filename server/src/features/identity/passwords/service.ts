import type { changePassword, resetPassword } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { PASSWORD_RESET_MINUTES } from '@stagelink/shared/contracts/limits';
import { confirmIdentity, wrongPassword } from '../accounts/identity.ts';
import { assertMailConfigured, linkExpired, mailAccount } from '../accounts/emailGuards.ts';
import { credentialFingerprint } from '../accounts/fingerprint.ts';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { enqueueEmail } from '../../../platform/mail/outbox.ts';
import { endAll } from '../sessions/service.ts';
import { issue, redeem } from '../../../platform/tickets.ts';
import * as tokens from '../tokens/repo.ts';
import { endAll as endTokens } from '../tokens/service.ts';
import { hashPassword } from './hash.ts';
import * as letters from './emails.ts';

/** Replaces the password and ends all other sessions. */
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
  principal: Principal,
  { currentPassword, newPassword }: Parsed<typeof changePassword>,
): Promise<void> {
  const { passwordHash } = await confirmIdentity(app, principal, currentPassword);
  const hash = await hashPassword(newPassword);
  await app.db.transaction(async (tx) => {
    const user = await accounts.lockForUpdate(tx, principal.userId);
    // A password reset may have changed it meanwhile.
    if (user?.passwordHash !== passwordHash) throw wrongPassword();
    await replace(app, tx, user, hash, principal.credential.id);
  });
}

/** Does not look up the account: a job does, so the response cannot reveal whether it exists. */
export async function requestReset(app: App, email: string): Promise<void> {
  assertMailConfigured(app);
  await app.rateLimits.consume('mailToAddress', email);
  const sealed = app.secrets.seal(email).toString('base64');
  await app.db.transaction((tx) => app.jobs.enqueue(tx, 'mail_reset_link', { sealed }));
}

/** Emails the reset link if there is an active account with this address. */
export async function mailResetLink(app: App, sealed: string): Promise<void> {
  const user = await accounts.findByEmail(app.db, app.secrets.open(Buffer.from(sealed, 'base64')));
  if (!user || user.deactivatedAt) return;
  await app.db.transaction(async (tx) => {
    const grants = { userId: user.id, fingerprint: credentialFingerprint(user) };
    const token = await issue(tx, 'reset_password', grants, PASSWORD_RESET_MINUTES * 60);
    const letter = letters.passwordResetEmail({ appUrl: app.config.appUrl, name: user.name }, token);
    await enqueueEmail(app, tx, { to: user, ...letter });
  });
}

/** Sets a new password. Opening the link also verifies the account's address. Returns the address. */
export async function reset(app: App, { token, newPassword }: Parsed<typeof resetPassword>): Promise<string> {
  const hash = await hashPassword(newPassword);
  return app.db.transaction(async (tx) => {
    const granted = await redeem(tx, 'reset_password', token);
    const user = granted && (await accounts.lockForUpdate(tx, granted.userId));
    if (!user || user.deactivatedAt || credentialFingerprint(user) !== granted.fingerprint)
      throw linkExpired();
    // The address was unverified: another person may have created the account and access tokens for later.
    if (user.emailVerifiedAt === null) await endTokens(tx, user.id);
    await accounts.proveEmail(tx, user.id);
    await replace(app, tx, { ...user, emailVerifiedAt: user.emailVerifiedAt ?? new Date() }, hash, null);
    return user.email;
  });
}
