import { AppError } from '../http/errors.ts';
import type { UserRow } from './repo.ts';

const BEING_DELETED =
  'The account with this email is being deleted. You can sign up again once that is done, in some minutes.';

/** Tells who has shown that the account is theirs why they cannot sign in to it. */
export function assertNotClosed({ closedAt }: Pick<UserRow, 'closedAt'>): void {
  if (closedAt) throw new AppError('forbidden', BEING_DELETED);
}

/** The address of an account that is still there. */
export const takenBy = (user: Pick<UserRow, 'closedAt'> | undefined): AppError =>
  new AppError(
    'email_taken',
    user?.closedAt ? BEING_DELETED : 'There is already an account with this email. Please log in.',
    { field: 'email' },
  );
