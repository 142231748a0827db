import { FRESH_SESSION_MINUTES } from '@stagelink/shared/contracts/limits';
import type { App } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import { verifyPassword } from '../passwords/hash.ts';
import * as sessions from '../sessions/repo.ts';
import * as repo from './repo.ts';

export const wrongPassword = () =>
  new AppError('wrong_password', 'Your current password is incorrect.', { field: 'currentPassword' });

/**
 * Requires the password again before changes that could hand over the account to a person at an unlocked computer. An
 * account without a password must have signed in recently instead.
 */
export async function confirmIdentity(
  app: App,
  { userId, credential }: Principal,
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
  await app.rateLimits.consume('passwordCheck', user.id);
  if (!(await verifyPassword(user.passwordHash, currentPassword))) throw wrongPassword();
  await app.rateLimits.reset('passwordCheck', user.id);
  return user;
}
