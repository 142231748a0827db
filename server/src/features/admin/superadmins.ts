import { Email } from '@stagelink/shared/contracts/accounts';
import { lockForRemoval } from '../identity/accounts/lastSuperadmin.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import * as audit from './auditRepo.ts';

// The role of superadmin is given on the server's own machine only: no endpoint calls this file.

interface GrantRules {
  /** Whether addresses can be confirmed, which takes email. */
  canSendMail: boolean;
  /** A setting may name an address that another person registers later; the operator names an account that exists. */
  byOperator: boolean;
}

const STRICTEST: GrantRules = { canSendMail: true, byOperator: false };

async function findAccount(tx: Tx, typed: string): Promise<accounts.UserRow> {
  const email = Email.safeParse(typed);
  const user = email.success ? await accounts.findByEmail(tx, email.data) : undefined;
  if (!user || isUnclaimed(user.id))
    throw new AppError('not_found', `There is no account with the address ${typed}.`);
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
  await publish(tx, [userChannel(id)], { type: 'lists_changed', part: 'account' });
}

/** Returns why an account may not become superadmin, or null. */
function refusal(
  { email, deactivatedAt, emailVerifiedAt }: accounts.UserRow,
  { canSendMail, byOperator }: GrantRules,
): string | null {
  if (deactivatedAt) return `The account ${email} is deactivated.`;
  if (emailVerifiedAt) return null;
  if (canSendMail)
    return `The address ${email} is not confirmed yet: open the link that was emailed to it first.`;
  if (byOperator) return null;
  return `The address ${email} is not confirmed, and this server sends no email. Run: npm run admin -- grant ${email}`;
}

/**
 * Makes an account superadmin. Does nothing if it already is. Its address must be verified, unless the operator of a
 * server without email names it.
 */
export function grantSuperadmin(db: Db, email: string, rules: GrantRules = STRICTEST): Promise<void> {
  return db.transaction(async (tx) => {
    const { id } = await findAccount(tx, email);
    const user = await accounts.lockForUpdate(tx, id);
    if (!user || user.role === 'superadmin') return;
    const reason = refusal(user, rules);
    if (reason !== null) throw new AppError('conflict', reason);
    await accounts.grantSuperadmin(tx, id);
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
