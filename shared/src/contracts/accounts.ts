import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, type PlanLimits } from './limits.ts';

export const Role = z.enum(['user', 'admin', 'superadmin']);
export type Role = z.infer<typeof Role>;

export const Plan = z.enum(['free', 'pro']);
export type Plan = z.infer<typeof Plan>;

export const SubscriptionStatus = z.enum(['none', 'trial', 'active', 'cancelled', 'past_due', 'superadmin']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** What a plan allows on this server. */
export const Limits = z.object({
  /** Snapshots that have not expired; null means no limit. */
  activeSnapshots: z.number().int().nullable(),
  snapshotBytes: z.number().int(),
  maxExpiryDays: z.number().int(),
  defaultExpiryDays: z.number().int(),
}) satisfies z.ZodType<PlanLimits>;

export const User = z.object({
  uid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  plan: Plan,
  limits: Limits,
  subscriptionStatus: SubscriptionStatus,
  subscription: z.object({ status: SubscriptionStatus, trialEnd: z.iso.datetime().nullable() }),
  /** What the plan badge shows. */
  subscriptionDisplay: z.string(),
  trialEndsAt: z.iso.datetime().nullable(),
  nextBillingDate: z.iso.datetime().nullable(),
  /** In cents; 0 shows Free. */
  nextBillingAmount: z.number().int(),
  canAccessPro: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof User>;

export const AuthReply = z.object({
  ok: z.literal(true),
  user: User,
  sessionToken: z.string(),
  message: z.string(),
});
export type AuthReply = z.infer<typeof AuthReply>;

const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(EMAIL_MAX)
  .pipe(z.email('Please enter a valid email address'));

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  summary: 'Create an account and sign in.',
  who: 'anyone',
  token: 'refused',
  limit: 'register',
  status: 201,
  input: z.strictObject({
    email: Email,
    password: z
      .string()
      .min(PASSWORD_MIN, `Please choose a password of at least ${PASSWORD_MIN} characters`)
      .max(PASSWORD_MAX),
    name: z.string().trim().min(1, 'Please fill in all fields').max(NAME_MAX),
  }),
  reply: AuthReply,
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with email and password.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({
    email: z.string().trim().toLowerCase().min(1, 'Please enter email and password').max(EMAIL_MAX),
    password: z.string().min(1, 'Please enter email and password').max(PASSWORD_MAX),
  }),
  reply: AuthReply,
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session, or delete the access token, that makes this call.',
  who: 'anyone',
  token: 'any',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

export const me = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'Who is signed in.',
  who: 'signed-in',
  token: 'any',
  input: z.strictObject({}),
  reply: z.object({ user: User }),
});
