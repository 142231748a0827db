import * as z from 'zod/mini';
import { BillingPlan } from './billing.ts';
import { endpoint } from './endpoint.ts';
import { EMAIL_MAX, NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, type PlanLimits, TIME_ZONE_MAX } from './limits.ts';
import { isTimeZone } from '../domain/timeZones.ts';

export const Role = z.enum(['user', 'admin', 'superadmin']);
export type Role = z.infer<typeof Role>;

export const Plan = z.enum(['free', 'pro']);
export type Plan = z.infer<typeof Plan>;

export const SubscriptionStatus = z.enum(['none', 'trial', 'active', 'cancelled', 'past_due', 'superadmin']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

/** Limits of a plan on this server. */
export const Limits = z.object({
  /** Snapshots that have not expired; null means no limit. */
  activeSnapshots: z.nullable(z.int()),
  snapshotBytes: z.int(),
  maxExpiryDays: z.int(),
  defaultExpiryDays: z.int(),
  storedBytes: z.int(),
  openUploads: z.int(),
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
  /** Text of the plan badge. */
  subscriptionDisplay: z.string(),
  trialEndsAt: z.nullable(z.iso.datetime()),
  nextBillingDate: z.nullable(z.iso.datetime()),
  /** Amount in cents; 0 shows Free. */
  nextBillingAmount: z.int(),
  /** Plan of the last subscription; null if there never was one. */
  billingPlan: z._default(z.nullable(BillingPlan), null),
  /** When Pro ends, after a cancellation. */
  willCancelAt: z._default(z.nullable(z.iso.datetime()), null),
  /** Whether the free trial was used. */
  hasHadTrial: z._default(z.boolean(), false),
  canAccessPro: z.boolean(),
  /** False until the emailed link was opened. */
  emailVerified: z.boolean(),
  /** False for an account that only signs in with Google. */
  hasPassword: z.boolean(),
  /** Null until a browser reports it. */
  timeZone: z._default(z.nullable(z.string()), null),
  /** False: it follows the browser. */
  isTimeZoneChosen: z._default(z.boolean(), false),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof User>;

export const Session = z.object({
  id: z.uuid(),
  userAgent: z.string(),
  address: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Whether this request was made with it. */
  current: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const AuthReply = z.object({
  ok: z.literal(true),
  user: User,
  sessionToken: z.string(),
  message: z.string(),
});
export type AuthReply = z.infer<typeof AuthReply>;

const TypedEmail = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX));
/** Valid email address in lower case. */
export const Email = z.pipe(TypedEmail, z.email('Please enter a valid email address'));
export const UserName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please fill in all fields'), z.maxLength(NAME_MAX));
export const NewPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Please choose a password of at least ${PASSWORD_MIN} characters`),
    z.maxLength(PASSWORD_MAX, `Please choose a password of at most ${PASSWORD_MAX} characters`),
  );
/** Empty for an account without a password; its fresh session is accepted instead. */
const CurrentPassword = z._default(z.string().check(z.maxLength(PASSWORD_MAX)), '');
/** Token of an emailed link. */
const MailedToken = z.string().check(z.minLength(1), z.maxLength(200));
/** Name of a time zone, such as `Europe/Vienna`. */
const TimeZone = z
  .string()
  .check(z.maxLength(TIME_ZONE_MAX), z.refine(isTimeZone, 'Choose a time zone from the list'));
const Done = z.object({ ok: z.literal(true), message: z.string() });

export const register = endpoint({
  method: 'POST',
  path: '/auth/register',
  summary: 'Create an account and sign in.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'register',
  status: 201,
  input: z.strictObject({
    email: Email,
    password: NewPassword,
    name: UserName,
  }),
  reply: AuthReply,
});

export const login = endpoint({
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in with email and password.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({
    email: TypedEmail.check(z.minLength(1, 'Please enter email and password')),
    password: z.string().check(z.minLength(1, 'Please enter email and password'), z.maxLength(PASSWORD_MAX)),
  }),
  reply: AuthReply,
});

export const logout = endpoint({
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session or delete the access token of this request.',
  auth: 'public',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

export const me = endpoint({
  method: 'GET',
  path: '/me',
  summary: 'Get the signed-in user.',
  auth: 'user',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({ user: User }),
});

export const signInOptions = endpoint({
  method: 'GET',
  path: '/auth/options',
  summary: 'List the server’s ways to sign in and the protocol versions it supports.',
  auth: 'public',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({
    google: z.boolean(),
    /** True only on a developer's server that was started with `DEV_LOGIN`. */
    devLogin: z.boolean(),
    /** Whether this server sends email. Without it, passwords cannot be reset. */
    mail: z.boolean(),
    /** Whether this server sells Pro. Without it, every account has Pro. */
    billing: z._default(z.boolean(), false),
    /** Key for Apple Pay on the pricing page; null where the server has none. */
    stripePublishableKey: z._default(z.nullable(z.string()), null),
    /** Other origins whose pages may frame the sign-in page and the viewer. */
    embedOrigins: z._default(z.array(z.string()), []),
    /** Protocol of this server; see `client/compatibility`. */
    protocol: z.int(),
    oldestProtocol: z.int(),
  }),
});

export const googleLogin = endpoint({
  method: 'POST',
  path: '/auth/google',
  summary: 'Sign in with an ID token that Google issued for this server.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({ idToken: z.string().check(z.minLength(1), z.maxLength(8192)) }),
  reply: AuthReply,
});

export const devLogin = endpoint({
  method: 'POST',
  path: '/auth/dev-login',
  summary:
    'Sign in as any account, on a server that listens on loopback only and was started with `DEV_LOGIN`.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({ uid: z.uuid() }),
  reply: AuthReply,
});

export const getStorage = endpoint({
  method: 'GET',
  path: '/me/storage',
  summary: 'Get the bytes your files use, unfinished uploads included, and their limit.',
  auth: 'user',
  tokenScope: 'any',
  input: z.strictObject({}),
  reply: z.object({ usedBytes: z.int(), maxBytes: z.int() }),
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/auth/profile',
  summary: 'Change your name.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ name: UserName }),
  reply: z.object({ ok: z.literal(true), user: User }),
});

export const setTimeZone = endpoint({
  method: 'PUT',
  path: '/auth/time-zone',
  summary: 'Set your time zone, in which daily digests are sent in the morning.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({
    timeZone: TimeZone,
    /** False for what a browser reports: it changes nothing once you have chosen. */
    isChosen: z.boolean(),
  }),
  reply: z.object({ ok: z.literal(true), user: User }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Change your password, or set a first one. Every other session ends.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  reply: Done,
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/change-email',
  summary: 'Request a change of your email address. It changes when the emailed link is opened.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'mail',
  input: z.strictObject({ email: Email, currentPassword: CurrentPassword }),
  reply: Done,
});

export const getAddressChange = endpoint({
  method: 'GET',
  path: '/auth/change-email',
  summary: 'Get your new email address while its confirmation is pending.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ email: z.nullable(z.string()) }),
});

export const cancelAddressChange = endpoint({
  method: 'DELETE',
  path: '/auth/change-email',
  summary: 'Cancel a change of your email address and invalidate its emailed link.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

export const sendVerification = endpoint({
  method: 'POST',
  path: '/auth/verify-email/send',
  summary: 'Resend the link that confirms your email address.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'mail',
  input: z.strictObject({}),
  reply: Done,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  summary:
    'Confirm an email address, or change to it, with the token of an emailed link. Requires a session of the account or its password.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({ token: MailedToken, password: CurrentPassword }),
  reply: z.object({ ok: z.literal(true), email: z.string(), message: z.string() }),
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary: 'Email a link that sets a new password. The reply is the same whether or not the account exists.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'mail',
  input: z.strictObject({ email: Email }),
  reply: Done,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Set a new password with the token of an emailed link. Every session of the account ends.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({ token: MailedToken, newPassword: NewPassword }),
  reply: Done,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'List your sessions, last used first.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ sessions: z.array(Session) }),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'End one of your sessions and close its sockets.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/revoke-others',
  summary: 'End all other sessions.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true), ended: z.int() }),
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/delete-account',
  summary: 'Delete your account, every snapshot in it and their files, for good.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({
    /** The caller's own id. Any other id is rejected, so a call for one account cannot delete another. */
    uid: z.uuid(),
    confirm: z.literal('DELETE', 'Deletion cancelled. Your data is safe.'),
    currentPassword: CurrentPassword,
  }),
  reply: Done,
});
