import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import type { Letter } from '../mail/letter.ts';
import { post } from '../mail/outbox.ts';
import type { UserRow } from './repo.ts';

export function assertCanMail(app: Pick<App, 'mail'>): void {
  if (!app.mail.canSend) {
    throw new AppError('unavailable', 'This server cannot send mail. Please ask whoever runs it for help.');
  }
}

/** Mails a notice about an account. An address that was never verified may belong to another person and gets none. */
export async function mailAccount(
  app: Pick<App, 'mail' | 'jobs' | 'secrets'>,
  tx: Tx,
  user: Pick<UserRow, 'name' | 'email' | 'emailVerifiedAt'>,
  notice: Letter,
): Promise<void> {
  if (user.emailVerifiedAt !== null) await post(app, tx, { to: user, ...notice });
}

/** The link was used, is too old, or what it was made for has changed since: nobody is told which. */
export const deadLink = () =>
  new AppError('gone', 'This link has expired or has been used. Please ask for a new one.');
