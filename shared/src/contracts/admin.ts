import * as z from 'zod/mini';
import { Email, NewPassword, Plan, Role, UserName } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { EventType } from './analytics.ts';
import { ADMIN_PAGE, FEED_MAX, FEED_DEFAULT, MOMENT_MAX, NAME_MAX, REASON_MAX } from './limits.ts';
import { type Period, PERIODS } from '../domain/periods.ts';
import { SnapshotFile, SnapshotId } from './snapshots.ts';

/** Roles that a superadmin may give. The role of superadmin is given on the server’s own machine only. */
export const GRANTABLE_ROLES = ['user', 'admin'] as const satisfies Role[];

export const SUBSCRIPTION_NAMES = [
  'Free Trial',
  'Pro',
  'Cancelled',
  'Past Due',
  'None',
  'Superadmin',
] as const;

/** What superadmins, and operators on the server’s machine, do. */
export const AdminActionType = z.enum([
  'superadmin_granted',
  'superadmin_revoked',
  'user_created',
  'user_deactivated',
  'user_activated',
  'user_deleted',
  'user_repaired',
  'snapshot_extended',
  'snapshot_removed',
  'session_revoked',
  'verification_resent',
  'billing_synced',
  'trial_ended',
]);
export type AdminActionType = z.infer<typeof AdminActionType>;

/** An account as superadmins see it. */
export const AdminUser = z.object({
  uid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  plan: Plan,
  status: z.enum(['active', 'deactivated']),
  subscriptionStatus: z.enum(SUBSCRIPTION_NAMES),
  trialEndsAt: z.nullable(z.iso.datetime()),
  subscriptionStartedAt: z.nullable(z.iso.datetime()),
  lastPaymentAt: z.nullable(z.iso.datetime()),
  hasHadTrial: z.boolean(),
  trialHistory: z.array(z.object({ convertedToPaid: z.boolean(), cancelledEarly: z.boolean() })),
  /** Whether the trial was cancelled and ends without a payment. */
  cancelAtTrialEnd: z.boolean(),
  /** When Pro ends, after a cancellation. */
  willCancelAt: z.nullable(z.iso.datetime()),
  totalSnapshots: z.int(),
  activeSnapshots: z.int(),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.nullable(z.iso.datetime()),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const USER_SORTS = ['created', 'name', 'email', 'lastLogin'] as const;
/** The names of `subscriptions` in the system stats. */
export const SUBSCRIPTION_FILTERS = [
  'free',
  'trial',
  'active',
  'cancelled',
  'pastDue',
  'superadmin',
] as const;
export type SubscriptionFilter = (typeof SUBSCRIPTION_FILTERS)[number];

/** Groups of users by their number of snapshots. */
export const SNAPSHOT_BUCKETS = ['0-5', '6-10', '11-20', '21-50', '50+'] as const;
export type SnapshotBucket = (typeof SNAPSHOT_BUCKETS)[number];

/** `csv`: the whole list with these filters as a table, streamed; without `cursor` and `limit`. */
const Format = z._default(z.enum(['json', 'csv']), 'json');

/** Search text, position and size of a list for superadmins. */
const Paging = {
  q: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), ADMIN_PAGE),
  format: Format,
};
const Order = z._default(z.enum(['asc', 'desc']), 'desc');

/** Fields of every page of a list. */
const Page = {
  /** Pass as `cursor` for the next page; null on the last page. */
  nextCursor: z.nullable(z.string()),
  /** All entries that match. */
  total: z.int(),
};

export const listUsers = endpoint({
  method: 'GET',
  path: '/admin/users',
  summary: 'List the accounts of this server, in pages.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({
    ...Paging,
    sort: z._default(z.enum(USER_SORTS), 'created'),
    order: Order,
    subscription: z.optional(z.enum(SUBSCRIPTION_FILTERS)),
    status: z.optional(z.enum(['active', 'deactivated'])),
    snapshots: z.optional(z.enum(SNAPSHOT_BUCKETS)),
    /** Users with an event on this day (UTC). */
    activeOn: z.optional(z.iso.date()),
  }),
  replyKind: 'file',
  reply: z.object({ users: z.array(AdminUser), ...Page }),
});

export const createUser = endpoint({
  method: 'POST',
  path: '/admin/users',
  summary: 'Create an account with a password.',
  auth: 'superadmin',
  tokenScope: 'none',
  status: 201,
  input: z.strictObject({
    name: UserName,
    email: Email,
    password: NewPassword,
    role: z._default(z.enum(GRANTABLE_ROLES), 'user'),
  }),
  reply: z.object({ user: AdminUser }),
});

const ofUser = z.strictObject({ uid: z.uuid() });

export const deactivateUser = endpoint({
  method: 'POST',
  path: '/admin/users/:uid/deactivate',
  summary: 'Deactivate an account: its sessions, live channels and links stop working at once.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: ofUser,
  reply: z.object({ user: AdminUser }),
});

export const activateUser = endpoint({
  method: 'POST',
  path: '/admin/users/:uid/activate',
  summary: 'Activate a deactivated account: its owner can sign in and its links open again.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: ofUser,
  reply: z.object({ user: AdminUser }),
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/admin/users/:uid',
  summary: 'Delete an account, every snapshot in it and their files, for good.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: ofUser,
  reply: z.object({ ok: z.literal(true) }),
});

/** What the page of an account shows besides the account itself. */
export const AdminUserFacts = z.object({
  isVerified: z.boolean(),
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  /** Valid sessions, last used first. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      userAgent: z.string(),
      address: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime(),
      /** The session of this request. */
      current: z.boolean(),
    }),
  ),
  /** Null for an account without a customer at the payment provider. */
  billing: z.nullable(
    z.object({
      customerId: z.string(),
      /** The customer at the payment provider. */
      url: z.url(),
      status: z.nullable(z.string()),
      plan: z.nullable(z.enum(['monthly', 'annual'])),
      periodEnd: z.nullable(z.iso.datetime()),
      nextBillingAt: z.nullable(z.iso.datetime()),
      /** Amount in cents. */
      nextBillingAmount: z.int(),
    }),
  ),
});
export type AdminUserFacts = z.infer<typeof AdminUserFacts>;

export const getUser = endpoint({
  method: 'GET',
  // The page of an account has the path without the last word.
  path: '/admin/users/:uid/facts',
  summary: 'Get an account with its sessions and billing facts.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: ofUser,
  reply: z.object({ user: AdminUser, facts: AdminUserFacts }),
});

export const revokeUserSession = endpoint({
  method: 'DELETE',
  path: '/admin/users/:uid/sessions/:sessionId',
  summary: 'End a session of an account at once.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({ uid: z.uuid(), sessionId: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/admin/users/:uid/resend-verification',
  summary: 'Email the verification link of an account’s address again.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: ofUser,
  reply: z.object({ ok: z.literal(true) }),
});

export const syncBilling = endpoint({
  method: 'POST',
  path: '/admin/users/:uid/sync-billing',
  summary: 'Read an account’s subscription from the payment provider and apply it.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: ofUser,
  reply: z.object({ user: AdminUser }),
});

export const endTrial = endpoint({
  method: 'POST',
  path: '/admin/users/:uid/end-trial',
  summary: 'End an account’s free trial at once and tell its owner why. Nothing is charged.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({
    uid: z.uuid(),
    reason: z.string().check(z.trim(), z.minLength(1, 'Please enter a reason'), z.maxLength(REASON_MAX)),
  }),
  reply: z.object({ user: AdminUser }),
});

/** A snapshot as superadmins see it; its password stays with the owner. */
export const AdminSnapshot = z.object({
  id: SnapshotId,
  name: z.string(),
  ownerUid: z.uuid(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  totalBytes: z.int(),
  /** First files of its published version, up to 100. */
  files: z.array(SnapshotFile),
  /** How many it has in all. */
  fileCount: z.int(),
  protected: z.boolean(),
  public: z.boolean(),
  /** Staged without an account; it cannot be extended. */
  unclaimed: z.boolean(),
});
export type AdminSnapshot = z.infer<typeof AdminSnapshot>;

export const SNAPSHOT_SORTS = ['created', 'expires', 'size', 'name'] as const;

export const listAllSnapshots = endpoint({
  method: 'GET',
  path: '/admin/snapshots',
  summary: 'List the snapshots of this server, in pages.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({
    ...Paging,
    sort: z._default(z.enum(SNAPSHOT_SORTS), 'created'),
    order: Order,
    owner: z.optional(z.uuid()),
    status: z.optional(z.enum(['active', 'expired', 'unclaimed'])),
  }),
  replyKind: 'file',
  reply: z.object({ snapshots: z.array(AdminSnapshot), ...Page }),
});

export const takeDownSnapshot = endpoint({
  method: 'POST',
  path: '/admin/snapshots/:id/take-down',
  summary: 'Delete a snapshot and notify its owner of the reason.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({
    id: SnapshotId,
    reason: z.string().check(z.trim(), z.minLength(1, 'Please enter a reason'), z.maxLength(REASON_MAX)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});

const count = z.int();

/** Figures of a period, and the events that each counts; every event counts as activity. */
export const FIGURES = {
  activity: [],
  registrations: ['user_registered'],
  logins: ['user_login'],
  snapshots: ['snapshot_created'],
  views: ['snapshot_viewed'],
  comments: ['comment_posted', 'comment_replied'],
  payments: ['payment_succeeded'],
} as const satisfies Record<string, EventType[]>;
export type FigureName = keyof typeof FIGURES;
const FIGURE_NAMES = Object.keys(FIGURES) as [FigureName, ...FigureName[]];
const PERIOD_NAMES = Object.keys(PERIODS) as [Period, ...Period[]];

const Subscriptions = z.object({
  free: count,
  trial: count,
  active: count,
  cancelled: count,
  pastDue: count,
  superadmin: count,
});

export const getStats = endpoint({
  method: 'GET',
  path: '/debug/stats',
  summary: 'Get the totals of this server, and its figures of a period.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({ period: z._default(z.enum(PERIOD_NAMES), '24h') }),
  reply: z.object({
    system: z.object({
      totalUsers: count,
      totalSnapshots: count,
      /** Sessions used in the last 15 minutes. */
      activeSessions: count,
    }),
    subscriptions: Subscriptions,
    /** Totals from 100,000 on are estimated. */
    estimated: z.array(z.enum(['users', 'snapshots'])),
    /** The totals as each of the last days ended (UTC), oldest first; days on which the server did not run are missing. */
    history: z.array(
      z.object({
        day: z.iso.date(),
        totalUsers: count,
        totalSnapshots: count,
        subscriptions: Subscriptions,
      }),
    ),
    period: z.object({
      name: z.enum(PERIOD_NAMES),
      from: z.iso.datetime(),
      figures: z.array(
        z.object({
          name: z.enum(FIGURE_NAMES),
          count,
          /** Count in the period before, of the same length. */
          before: count,
          /** Per hour of 24 hours and per day of longer periods, oldest first. */
          series: z.array(count),
        }),
      ),
    }),
  }),
});
export type Stats = z.infer<typeof getStats.reply>;

/** A part of a whole between 0 and 1; null when the whole is empty. */
const share = z.nullable(z.number().check(z.gte(0), z.lte(1)));

export const getCharts = endpoint({
  method: 'GET',
  path: '/admin/charts',
  summary: 'Get registrations, active users and snapshot usage over time (UTC).',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({
    /** The last twelve months, oldest first; a deleted account still counts. */
    registrations: z.array(z.object({ month: z.string().check(z.regex(/^\d{4}-\d{2}$/)), count })),
    /** The last thirty days, oldest first. */
    activeUsers: z.array(z.object({ day: z.iso.date(), count })),
    snapshotUsage: z.array(z.object({ bucket: z.enum(SNAPSHOT_BUCKETS), count })),
    /** active / (active + trial) */
    conversion: share,
    /** cancelled / (active + cancelled) */
    churn: share,
  }),
});
export type Charts = z.infer<typeof getCharts.reply>;

export const AdminSession = z.object({
  id: z.uuid(),
  uid: z.uuid(),
  name: z.string(),
  email: z.string(),
  userAgent: z.string(),
  lastUsedAt: z.iso.datetime(),
});
export type AdminSession = z.infer<typeof AdminSession>;

export const listActiveSessions = endpoint({
  method: 'GET',
  path: '/admin/sessions',
  summary: 'List the sessions used in the last 15 minutes, in pages.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({ cursor: Paging.cursor, limit: Paging.limit, format: Format }),
  replyKind: 'file',
  reply: z.object({ sessions: z.array(AdminSession), ...Page }),
});

/** An event of the activity feed. All its texts are text, whatever a page has reported. */
export const ActivityEvent = z.object({
  id: z.uuid(),
  eventType: EventType,
  eventData: z.record(z.string(), z.unknown()),
  /** Null for an anonymous visitor, and after the account was deleted. */
  userId: z.nullable(z.uuid()),
  userName: z.nullable(z.string()),
  page: z.string(),
  timestamp: z.iso.datetime(),
});
export type ActivityEvent = z.infer<typeof ActivityEvent>;

const Moment = z.optional(
  z.iso
    .datetime({ offset: true })
    .check(z.maxLength(MOMENT_MAX), z.regex(/^(?!0000)/, 'There was no year 0')),
);

/** The query repeats `eventType` for several types. */
const EventTypes = z.optional(
  z.union([
    z.array(EventType),
    z.pipe(
      EventType,
      z.transform((type: EventType) => [type]),
    ),
  ]),
);

export const TIME_FILTERS = ['all', 'before', 'after', 'between'] as const;

export const listActivity = endpoint({
  method: 'GET',
  path: '/debug/analytics/events',
  summary: 'List events of the activity feed.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({
    sortBy: z._default(z.enum(['recent', 'oldest']), 'recent'),
    timeFilterType: z._default(z.enum(TIME_FILTERS), 'all'),
    timeFilterBefore: Moment,
    timeFilterAfter: Moment,
    timeFilterStart: Moment,
    timeFilterEnd: Moment,
    eventType: EventTypes,
    /** An account’s id or address, or `anonymous`. */
    userId: z.optional(z.string().check(z.trim(), z.maxLength(NAME_MAX))),
    /** The beginning of a page’s path. */
    page: z.optional(z.string().check(z.trim(), z.maxLength(NAME_MAX))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(FEED_MAX)), FEED_DEFAULT),
    /** Accepted; the limit holds all the same. */
    fullRetrieval: z.optional(z.enum(['true', 'false'])),
    cursor: Paging.cursor,
    format: Format,
  }),
  replyKind: 'file',
  reply: z.object({
    events: z.array(ActivityEvent),
    nextCursor: z.nullable(z.string()),
    /** All events that match, counted up to `FEED_COUNTED`. */
    total: z.int(),
  }),
});

/** An entry of the audit log. Names are copies, because an entry outlives what it is about. */
export const AuditEntry = z.object({
  id: z.uuid(),
  /** Null for an operator on the server’s machine. */
  actorId: z.nullable(z.uuid()),
  actor: z.string(),
  action: AdminActionType,
  /** The id of an account or a snapshot. */
  targetId: z.string(),
  target: z.string(),
  reason: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/admin/audit-log',
  summary: 'List what superadmins have done, newest first, in pages.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({ ...Paging, action: z.optional(AdminActionType) }),
  replyKind: 'file',
  reply: z.object({ entries: z.array(AuditEntry), ...Page }),
});

/** What can be wrong with an account. */
export const UserProblem = z.enum([
  /** The role is none of ours. */
  'unknown_role',
  /** The status of the subscription is none of ours. */
  'unknown_subscription',
  /** Pro without an account at the payment provider. */
  'unpaid_plan',
  /** The plan differs from the last report of the payment provider. */
  'outdated_plan',
  'invalid_email',
  /** Never verified, owns and wrote nothing, and not used for a month. */
  'unfinished_registration',
]);
export type UserProblem = z.infer<typeof UserProblem>;

/**
 * `warn`: emails a warning, a week before the next repair deletes the account. `wait`: that week has not passed.
 * `none`: a superadmin decides.
 */
export const UserRepair = z.enum([
  'reset_role',
  'reset_plan',
  'read_billing',
  'warn',
  'wait',
  'delete',
  'none',
]);
export type UserRepair = z.infer<typeof UserRepair>;

export const cleanUpUsers = endpoint({
  method: 'POST',
  path: '/admin/cleanup-corrupted-users',
  summary: 'Find accounts that are corrupted, and repair them unless `dryRun` is true, which it is at first.',
  auth: 'superadmin',
  tokenScope: 'none',
  input: z.strictObject({ dryRun: z._default(z.boolean(), true) }),
  reply: z.object({
    ok: z.literal(true),
    message: z.string(),
    problems: z.array(
      z.object({ uid: z.uuid(), email: z.string(), problem: UserProblem, repair: UserRepair }),
    ),
    repaired: count,
  }),
});
export type CorruptedUser = z.infer<typeof cleanUpUsers.reply>['problems'][number];
