import * as z from 'zod/mini';
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
  activeSnapshots: z.nullable(z.int()),
  snapshotBytes: z.int(),
  maxExpiryDays: z.int(),
  defaultExpiryDays: z.int(),
}) satisfies z.ZodMiniType<PlanLimits>;

export const User = z.object({
  uid: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  plan: Plan,
  limits: Limits,
  subscriptionStatus: SubscriptionStatus,
  subscription: z.object({ status: SubscriptionStatus, trialEnd: z.nullable(z.iso.datetime()) }),
  /** What the plan badge shows. */
  subscriptionDisplay: z.string(),
  trialEndsAt: z.nullable(z.iso.datetime()),
  nextBillingDate: z.nullable(z.iso.datetime()),
  /** In cents; 0 shows Free. */
  nextBillingAmount: z.int(),
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

const TypedEmail = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX));
const Email = z.pipe(TypedEmail, z.email('Please enter a valid email address'));

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
      .check(
        z.minLength(PASSWORD_MIN, `Please choose a password of at least ${PASSWORD_MIN} characters`),
        z.maxLength(PASSWORD_MAX, `Please choose a password of at most ${PASSWORD_MAX} characters`),
      ),
    name: z.string().check(z.trim(), z.minLength(1, 'Please fill in all fields'), z.maxLength(NAME_MAX)),
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
    email: TypedEmail.check(z.minLength(1, 'Please enter email and password')),
    password: z.string().check(z.minLength(1, 'Please enter email and password'), z.maxLength(PASSWORD_MAX)),
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
