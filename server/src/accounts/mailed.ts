import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';

export function assertCanMail(app: Pick<App, 'mail'>): void {
  if (!app.mail.canSend) {
    throw new AppError('unavailable', 'This server cannot send mail. Please ask whoever runs it for help.');
  }
}

/** The link was used, is too old, or what it was made for has changed since: nobody is told which. */
export const deadLink = () =>
  new AppError('gone', 'This link has expired or has been used. Please ask for a new one.');
