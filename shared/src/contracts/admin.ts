import * as z from 'zod/mini';
import { Email, NewPassword, Plan, Role, UserName } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { ADMIN_PAGE, NAME_MAX } from './limits.ts';

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
  'snapshot_extended',
  'snapshot_removed',
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

/** Search text, position and size of a list for superadmins. */
const Paging = {
  q: z._default(z.string().check(z.trim(), z.maxLength(NAME_MAX)), ''),
  cursor: z.optional(z.string().check(z.maxLength(1000))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), ADMIN_PAGE),
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
  }),
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
