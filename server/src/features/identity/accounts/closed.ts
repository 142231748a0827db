import { AppError } from '../../../platform/http/errors.ts';
import type { UserRow } from './repo.ts';

const MESSAGES = {
  being_deleted: 'The account with this email is being deleted. You can sign up again in a few minutes.',
  deactivated: 'This account is deactivated. Contact the administrator of this server.',
} as const;

/** Why a user who has proven to own an account may not use it. */
export class AccountClosed extends AppError {
  readonly reason: keyof typeof MESSAGES;

  constructor(reason: keyof typeof MESSAGES) {
    super('forbidden', MESSAGES[reason]);
    this.reason = reason;
  }
}

/** Explains a rejected sign-in. Only for users who have proven to own the account. */
export function assertOpen({ closedAt, deactivatedAt }: Pick<UserRow, 'closedAt' | 'deactivatedAt'>): void {
  if (closedAt) throw new AccountClosed('being_deleted');
  if (deactivatedAt) throw new AccountClosed('deactivated');
}

/** Returns the error for an address that has an account. */
export const takenBy = (user: Pick<UserRow, 'closedAt'> | undefined): AppError =>
  new AppError(
    'email_taken',
    user?.closedAt ? MESSAGES.being_deleted : 'There is already an account with this email. Please log in.',
    { field: 'email' },
  );
