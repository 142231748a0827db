import type { CorruptedUser } from '@stagelink/shared/contracts/admin';
import { Role, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { EXISTING } from './userRepo.ts';

/** Reported and repaired at once; the next call continues. */
const REPORTED_MAX = 500;

export interface Searched {
  /** Whether a payment provider decides about plans. */
  hasBilling: boolean;
  /** Whether addresses can be verified, which takes email. */
  canVerify: boolean;
}

/** A warning from before the last use does not count. */
const DELETION = `
  case
    when u.deletion_warned_at is null or u.deletion_warned_at < u.last_seen_at then 'warn'
    when u.deletion_warned_at > now() - interval '7 days' then 'wait'
    else 'delete'
  end`;

/** Not used for a month, and nothing belongs to it. */
const IS_UNUSED = `
  greatest(u.created_at, u.last_login_at, u.last_seen_at) < now() - interval '30 days'
  and not exists (select from sessions where user_id = u.id and expires_at > now())
  and not exists (select from access_tokens where user_id = u.id and expires_at > now())
  and not exists (select from snapshots where owner_id = u.id)
  and not exists (select from projects where owner_id = u.id)
  and not exists (select from comments where author_id = u.id or assignee_id = u.id)
  and not exists (select from comment_reactions where user_id = u.id)
  and not exists (select from follows where user_id = u.id)
  and not exists (select from reviewers where email = u.email)
  and not exists (select from trials where user_id = u.id)
  and b.user_id is null`;

/** Finds corrupted accounts, or what is wrong with one. */
export async function find(
  db: Db,
  { hasBilling, canVerify }: Searched,
  uid: string | null = null,
): Promise<CorruptedUser[]> {
  const { rows } = await db.raw<{ rows: CorruptedUser[] }>(
    `select u.id as uid, u.email, found.problem, found.repair
     from users u
     left join billing_accounts b on b.user_id = u.id
     cross join lateral (values
       ('unknown_role', 'reset_role', u.role <> all(:roles)),
       ('unknown_subscription', 'reset_plan', u.subscription_status <> all(:statuses)),
       ('unpaid_plan', 'reset_plan',
         :hasBilling and u.plan = 'pro' and u.role <> 'superadmin' and b.user_id is null),
       ('outdated_plan', 'read_billing',
         :hasBilling and b.applied_at is not null and u.role <> 'superadmin'
         and (u.plan = 'pro') <> coalesce(b.stripe_status in ('active', 'trialing', 'past_due'), false)),
       ('invalid_email', 'none', u.email !~ '^[^@[:space:]]+@[^@[:space:]]+$'),
       ('unfinished_registration', ${DELETION},
         :canVerify and u.email_verified_at is null and u.google_sub is null and u.role <> 'superadmin'
         and u.deactivated_at is null and u.plan = 'free' and ${IS_UNUSED})
     ) as found (problem, repair, is_found)
     where ${EXISTING} and found.is_found and (:uid::uuid is null or u.id = :uid)
     order by u.created_at, u.id, found.problem
     limit :max`,
    {
      hasBilling,
      canVerify,
      uid,
      roles: Role.options,
      statuses: SubscriptionStatus.options,
      max: REPORTED_MAX,
    },
  );
  return rows;
}

export const resetRole = (tx: Tx, id: string): Promise<number> =>
  tx('users').where({ id }).update({ role: 'user' });

export const resetPlan = (tx: Tx, id: string): Promise<number> =>
  tx('users').where({ id }).update({ plan: 'free', subscription_status: 'none' });

export const noteWarning = (tx: Tx, id: string): Promise<number> =>
  tx('users').where({ id }).update({ deletion_warned_at: tx.fn.now() });

export const customerOf = (db: Db, userId: string): Promise<{ customerId: string } | undefined> =>
  db('billing_accounts').where({ user_id: userId }).first({ customerId: 'customer_id' });
