import { Email } from '@stagelink/shared/contracts/accounts';
import { lockForRemoval } from '../identity/accounts/lastSuperadmin.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import * as audit from './auditRepo.ts';

// The role of superadmin is given on the server's own machine only: no endpoint calls this file.

async function findAccount(tx: Tx, typed: string): Promise<accounts.UserRow> {
  const email = Email.safeParse(typed);
  const user = email.success ? await accounts.findByEmail(tx, email.data) : undefined;
  if (!user) throw new AppError('not_found', `There is no account with the address ${typed}.`);
  return user;
}

async function log(
  tx: Tx,
  { id, email }: accounts.UserRow,
  action: 'superadmin_granted' | 'superadmin_revoked',
): Promise<void> {
  await audit.insert(tx, {
    actorId: null,
    actor: 'Operator',
    action,
    targetId: id,
    target: email,
    reason: null,
  });
  // Open windows refetch the account and show or hide the back office.
  await publish(tx, [userChannel(id)], { type: 'lists_changed' });
}

/** Makes an account with a verified address superadmin. Does nothing if it already is. */
export function grantSuperadmin(db: Db, email: string): Promise<void> {
  return db.transaction(async (tx) => {
    const user = await findAccount(tx, email);
    if (user.role === 'superadmin') return;
    if (!(await accounts.grantSuperadmin(tx, user.id))) {
      throw new AppError(
        'conflict',
        user.deactivatedAt
          ? `The account ${user.email} is deactivated.`
          : `The address ${user.email} is not confirmed yet: open the link that was emailed to it first.`,
      );
    }
    await log(tx, user, 'superadmin_granted');
  });
}

/** Makes a superadmin an ordinary user. Throws for the last one. */
export function revokeSuperadmin(db: Db, email: string): Promise<void> {
  return db.transaction(async (tx) => {
    const user = await findAccount(tx, email);
    await lockForRemoval(tx, user.id);
    if (user.role !== 'superadmin') return;
    await accounts.revokeSuperadmin(tx, user.id);
    await log(tx, user, 'superadmin_revoked');
  });
}
