import type { App } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { EmailMessage } from '../../../platform/mail/renderEmail.ts';
import { enqueueEmail } from '../../../platform/mail/outbox.ts';
import type { UserRow } from './repo.ts';

export function assertMailConfigured(app: Pick<App, 'mail'>): void {
  if (!app.mail.canSend) {
    throw new AppError('unavailable', 'This server cannot send email. Ask its administrator for help.');
  }
}

/** Emails a notice about an account. An address that was never verified may belong to another person and gets none. */
export async function mailAccount(
  app: Pick<App, 'mail' | 'jobs' | 'secrets'>,
  tx: Tx,
  user: Pick<UserRow, 'name' | 'email' | 'emailVerifiedAt'>,
  notice: EmailMessage,
): Promise<void> {
  if (user.emailVerifiedAt !== null) await enqueueEmail(app, tx, { to: user, ...notice });
}

/** The link was used, has expired, or its account has changed; the message does not say which. */
export const linkExpired = () =>
  new AppError('gone', 'This link has expired or was already used. Request a new one.');
