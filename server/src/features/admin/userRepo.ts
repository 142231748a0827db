import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import type {
  AdminUser,
  listUsers,
  SnapshotBucket,
  SubscriptionFilter,
} from '@stagelink/shared/contracts/admin';
import type { Role, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { Knex } from 'knex';
import * as z from 'zod';
import type { Db } from '../../platform/db/db.ts';
import {
  containing,
  countRows,
  type ListPlace,
  type Placed,
  type SortKey,
  takePage,
} from '../../platform/db/keyset.ts';

export interface AdminUserRow extends Pick<
  AdminUser,
  'email' | 'name' | 'plan' | 'trialHistory' | 'cancelAtTrialEnd' | 'totalSnapshots' | 'activeSnapshots'
> {
  id: string;
  role: Role;
  subscriptionStatus: SubscriptionStatus;
  trialEndsAt: Date | null;
  subscriptionStartedAt: Date | null;
  lastPaymentAt: Date | null;
  hadTrial: boolean;
  proEndsAt: Date | null;
  deactivatedAt: Date | null;
  createdAt: Date;
  lastLoginAt: Date | null;
}

type UserQuery = Parsed<typeof listUsers>;
export type UserFilter = Pick<UserQuery, 'q' | 'subscription' | 'status' | 'snapshots' | 'activeOn'>;

const SORT_KEYS = {
  created: { column: 'u.created_at', type: 'timestamptz' },
  name: { column: 'lower(u.name) collate people', type: 'text' },
  email: { column: 'u.email', type: 'text' },
  lastLogin: { column: `coalesce(u.last_login_at, '-infinity')`, type: 'timestamptz' },
} as const satisfies Record<UserQuery['sort'], SortKey>;

/** Accounts that are being deleted, and the owner of unclaimed snapshots, belong to no list and no figure. */
export const EXISTING = `u.closed_at is null and u.id <> '${UNCLAIMED_OWNER.id}'`;

export const HAS_STATUS: Record<SubscriptionFilter, string> = {
  free: `u.role <> 'superadmin' and u.subscription_status = 'none'`,
  trial: `u.role <> 'superadmin' and u.subscription_status = 'trial'`,
  active: `u.role <> 'superadmin' and u.subscription_status = 'active'`,
  cancelled: `u.role <> 'superadmin' and u.subscription_status = 'cancelled'`,
  pastDue: `u.role <> 'superadmin' and u.subscription_status = 'past_due'`,
  superadmin: `u.role = 'superadmin'`,
};

const IS_ACTIVE = { active: 'u.deactivated_at is null', deactivated: 'u.deactivated_at is not null' };

const OWNS: Record<SnapshotBucket, string> = {
  '0-5': 'u.snapshot_count <= 5',
  '6-10': 'u.snapshot_count between 6 and 10',
  '11-20': 'u.snapshot_count between 11 and 20',
  '21-50': 'u.snapshot_count between 21 and 50',
  '50+': 'u.snapshot_count > 50',
};

const WAS_ACTIVE = `exists (
  select from analytics_events e
  where e.user_id = u.id and e.occurred_at >= cast(:activeOn as timestamp) at time zone 'utc'
    and e.occurred_at < (cast(:activeOn as timestamp) + interval '1 day') at time zone 'utc')`;

function matching(db: Db, filter: UserFilter): Knex.Raw {
  const { q, subscription, status, snapshots, activeOn } = filter;
  const conditions = [
    EXISTING,
    ...(q === '' ? [] : ['(u.name ilike :like or u.email ilike :like or u.id = :id)']),
    ...(subscription === undefined ? [] : [HAS_STATUS[subscription]]),
    ...(status === undefined ? [] : [IS_ACTIVE[status]]),
    ...(snapshots === undefined ? [] : [OWNS[snapshots]]),
    ...(activeOn === undefined ? [] : [WAS_ACTIVE]),
  ];
  return db.raw(`(${conditions.join(' and ')})`, {
    ...(q !== '' && { like: containing(q), id: z.uuid().safeParse(q).data ?? null }),
    ...(activeOn !== undefined && { activeOn }),
  });
}

const TRIALS = `(
  select coalesce(
    json_agg(
      json_build_object('convertedToPaid', t.converted, 'cancelledEarly', t.cancelled_early)
      order by t.started_at),
    '[]')
  from trials t where t.user_id = u.id)`;

const COLUMNS = `
  u.id, u.email, u.name, u.role, u.plan, u.subscription_status as "subscriptionStatus",
  u.trial_ends_at as "trialEndsAt", u.had_trial as "hadTrial", u.pro_ends_at as "proEndsAt",
  u.deactivated_at as "deactivatedAt", u.created_at as "createdAt", u.last_login_at as "lastLoginAt",
  b.started_at as "subscriptionStartedAt", b.last_payment_at as "lastPaymentAt",
  u.subscription_status = 'cancelled' and coalesce(b.stripe_status = 'trialing', false) as "cancelAtTrialEnd",
  ${TRIALS} as "trialHistory",
  u.snapshot_count as "totalSnapshots",
  (select count(*) from snapshots s
   where s.owner_id = u.id and s.version is not null and s.expires_at > now()) as "activeSnapshots"`;

const selectUsers = (db: Db, from: Knex.QueryBuilder | string = 'users as u') =>
  db(from).leftJoin('billing_accounts as b', 'b.user_id', 'u.id').select(db.raw(COLUMNS));

export const find = (db: Db, id: string): Promise<AdminUserRow | undefined> =>
  selectUsers(db).where('u.id', id).whereRaw(EXISTING).first();

/** Sorts and limits bare rows first, so that the counts run only for the rows of the page. */
export function page(db: Db, query: UserQuery, place: ListPlace | null): Promise<(AdminUserRow & Placed)[]> {
  const key = SORT_KEYS[query.sort];
  const picked = db('users as u').select('u.*').where(matching(db, query));
  takePage(picked, { ...query, key, id: 'u.id', place });
  return selectUsers(db, picked.as('u'))
    .select({ sortKey: db.raw(`(${key.column})::text`) })
    .orderByRaw(`${key.column} ${query.order}, u.id ${query.order}`);
}

export const count = (db: Db, filter: UserFilter): Promise<number> =>
  countRows(db, db('users as u').where(matching(db, filter)));
