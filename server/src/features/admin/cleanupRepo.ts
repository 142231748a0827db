import { type CorruptedUser, type UserProblem, type UserRepair } from '@stagelink/shared/contracts/admin';
import { Role, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { EXISTING } from './userRepo.ts';

const UNFINISHED_DAYS = 30;
/** Reported and repaired at once; the next call continues. */
const REPORTED_MAX = 500;

const REPAIRS: Record<UserProblem, UserRepair> = {
  unknown_role: 'reset_role',
  unknown_subscription: 'reset_plan',
  unpaid_plan: 'reset_plan',
  outdated_plan: 'read_billing',
  invalid_email: 'none',
  unfinished_registration: 'delete',
};

export interface Searched {
  /** Whether a payment provider decides about plans. */
  hasBilling: boolean;
  /** Without email no address can be verified. */
  canVerify: boolean;
}

const listed = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const LONG_AGO = `now() - interval '${UNFINISHED_DAYS} days'`;
const OF_STRIPE = `('active', 'trialing', 'past_due')`;

const CONDITIONS: Record<UserProblem, string> = {
  unknown_role: `u.role not in (${listed(Role.options)})`,
  unknown_subscription: `u.subscription_status not in (${listed(SubscriptionStatus.options)})`,
  unpaid_plan: `u.plan = 'pro' and u.role <> 'superadmin' and b.user_id is null`,
  outdated_plan: `b.applied_at is not null and u.role <> 'superadmin'
    and (u.plan = 'pro') <> coalesce(b.stripe_status in ${OF_STRIPE}, false)`,
  invalid_email: `u.email !~ '^[^@[:space:]]+@[^@[:space:]]+$'`,
  unfinished_registration: `u.email_verified_at is null and u.google_sub is null and u.role <> 'superadmin'
    and u.created_at < ${LONG_AGO} and coalesce(u.last_login_at, u.created_at) < ${LONG_AGO}
    and u.plan = 'free' and u.snapshot_count = 0`,
};

function problemsFor({ hasBilling, canVerify }: Searched): UserProblem[] {
  const problems = Object.keys(CONDITIONS) as UserProblem[];
  return problems.filter(
    (problem) =>
      (hasBilling || (problem !== 'unpaid_plan' && problem !== 'outdated_plan')) &&
      (canVerify || problem !== 'unfinished_registration'),
  );
}

/** Finds corrupted accounts, or what is wrong with one. */
export async function find(db: Db, searched: Searched, uid: string | null = null): Promise<CorruptedUser[]> {
  const selects = problemsFor(searched).map(
    (problem) => `
      select u.id as uid, u.email, u.created_at, '${problem}' as problem
      from users u left join billing_accounts b on b.user_id = u.id
      where ${EXISTING} and (${CONDITIONS[problem]}) and (:uid::uuid is null or u.id = :uid)`,
  );
  const { rows } = await db.raw<{ rows: Omit<CorruptedUser, 'repair'>[] }>(
    `select uid, email, problem from (${selects.join(' union all ')}) as found
     order by created_at, uid, problem limit ${REPORTED_MAX}`,
    { uid },
  );
  return rows.map((row) => ({ ...row, repair: REPAIRS[row.problem] }));
}

export const resetRole = (tx: Tx, id: string): Promise<number> =>
  tx('users').where({ id }).update({ role: 'user' });

export const resetPlan = (tx: Tx, id: string): Promise<number> =>
  tx('users').where({ id }).update({ plan: 'free', subscription_status: 'none' });

export const customerOf = (db: Db, userId: string): Promise<{ customerId: string } | undefined> =>
  db('billing_accounts').where({ user_id: userId }).first({ customerId: 'customer_id' });
