import type { Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import * as repo from './repo.ts';

const isActiveSuperadmin = ({ role, deactivatedAt }: repo.UserRow) =>
  role === 'superadmin' && deactivatedAt === null;

/** Locks an account that is about to lose its access. Throws if no superadmin would be left. */
export async function lockForRemoval(tx: Tx, id: string): Promise<repo.UserRow | undefined> {
  const locked = await repo.lockAmongSuperadmins(tx, id);
  const user = locked.find((each) => each.id === id);
  if (user && isActiveSuperadmin(user) && locked.filter(isActiveSuperadmin).length === 1) {
    throw new AppError(
      'conflict',
      'This is the last superadmin of this server. Give another account the role first.',
    );
  }
  return user;
}
