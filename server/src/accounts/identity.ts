import { FRESH_SESSION_MINUTES } from '@stagelink/shared/contracts/limits';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import { verifyPassword } from '../passwords/hash.ts';
import * as sessions from '../sessions/repo.ts';
import * as repo from './repo.ts';

export const wrongPassword = () =>
  new AppError('wrong_password', 'Your current password is not right.', { field: 'currentPassword' });

/**
 * Asks a signed-in person again who they are, before a change by which somebody at their desk could take the account
 * over. An account without a password has nothing to ask for, so it must have been signed in to just now.
 */
export async function confirmIdentity(
  app: App,
  { userId, credential }: Viewer,
  currentPassword: string,
): Promise<repo.UserRow> {
  const user = await repo.find(app.db, userId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  if (user.passwordHash === null) {
    if (await sessions.isYounger(app.db, credential.id, FRESH_SESSION_MINUTES)) return user;
    throw new AppError(
      'forbidden',
      `To do this, sign out, sign in with Google again, and come back within ${FRESH_SESSION_MINUTES} minutes.`,
    );
  }
  await app.rateLimits.count('passwordCheck', user.id);
  if (!(await verifyPassword(user.passwordHash, currentPassword))) throw wrongPassword();
  await app.rateLimits.forget('passwordCheck', user.id);
  return user;
}
