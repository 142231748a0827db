import { AppError } from '../../../platform/http/errors.ts';
import type { UserRow } from './repo.ts';

const BEING_DELETED = 'The account with this email is being deleted. You can sign up again in a few minutes.';

/** Explains a failed sign-in to a user who has proven to own the account. */
export function assertNotClosed({ closedAt }: Pick<UserRow, 'closedAt'>): void {
  if (closedAt) throw new AppError('forbidden', BEING_DELETED);
}

/** Returns the error for an address that has an account. */
export const takenBy = (user: Pick<UserRow, 'closedAt'> | undefined): AppError =>
  new AppError(
    'email_taken',
    user?.closedAt ? BEING_DELETED : 'There is already an account with this email. Please log in.',
    { field: 'email' },
  );
