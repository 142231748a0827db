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
  /** What the plan badge shows. */
  subscriptionDisplay: z.string(),
  trialEndsAt: z.nullable(z.iso.datetime()),
  nextBillingDate: z.nullable(z.iso.datetime()),
  /** In cents; 0 shows Free. */
  nextBillingAmount: z.int(),
  canAccessPro: z.boolean(),
  /** False until the mailed link was opened. */
  emailVerified: z.boolean(),
  /** False for somebody who only signs in with Google. */
  hasPassword: z.boolean(),
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
  /** The one this call was made with. */
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
/** An address somebody could be mailed at, in lower case. */
export const Email = z.pipe(TypedEmail, z.email('Please enter a valid email address'));
const UserName = z
  .string()
  .check(z.trim(), z.minLength(1, 'Please fill in all fields'), z.maxLength(NAME_MAX));
const NewPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, `Please choose a password of at least ${PASSWORD_MIN} characters`),
    z.maxLength(PASSWORD_MAX, `Please choose a password of at most ${PASSWORD_MAX} characters`),
  );
/** Empty for an account without a password: its fresh session stands in for one. */
const CurrentPassword = z._default(z.string().check(z.maxLength(PASSWORD_MAX)), '');
/** From a mailed link. */
const MailedToken = z.string().check(z.minLength(1), z.maxLength(200));
const Done = z.object({ ok: z.literal(true), message: z.string() });

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
    password: NewPassword,
    name: UserName,
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

export const signInOptions = endpoint({
  method: 'GET',
  path: '/auth/options',
  summary: 'Which ways to sign in this server offers, and which programs it works with.',
  who: 'anyone',
  token: 'any',
  input: z.strictObject({}),
  reply: z.object({
    google: z.boolean(),
    /** Only where a developer's own server was started with `DEV_LOGIN`. */
    devLogin: z.boolean(),
    /** Whether this server can send mail: without it nobody can reset a password by themselves. */
    mail: z.boolean(),
    /** The origins beside its own whose pages may frame the sign-in page and the viewer. */
    embedOrigins: z._default(z.array(z.string()), []),
    /** What this server understands; see `compatibility.ts`. */
    protocol: z.int(),
    oldestProtocol: z.int(),
  }),
});

export const googleLogin = endpoint({
  method: 'POST',
  path: '/auth/google',
  summary: 'Sign in with an ID token of Google, made for this server.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({ idToken: z.string().check(z.minLength(1), z.maxLength(8192)) }),
  reply: AuthReply,
});

export const devLogin = endpoint({
  method: 'POST',
  path: '/auth/dev-login',
  summary:
    'Sign in as any account, on a server that only its own machine reaches and that was started with `DEV_LOGIN`.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({ uid: z.uuid() }),
  reply: AuthReply,
});

export const getStorage = endpoint({
  method: 'GET',
  path: '/me/storage',
  summary: 'How many bytes your files take, those of unfinished uploads included, and how many they may.',
  who: 'signed-in',
  token: 'any',
  input: z.strictObject({}),
  reply: z.object({ usedBytes: z.int(), maxBytes: z.int() }),
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/auth/profile',
  summary: 'Change your name.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({ name: UserName }),
  reply: z.object({ ok: z.literal(true), user: User }),
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Change your password, or set a first one. Every other session ends.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({ currentPassword: CurrentPassword, newPassword: NewPassword }),
  reply: Done,
});

export const changeEmail = endpoint({
  method: 'POST',
  path: '/auth/change-email',
  summary: 'Ask for another email address. It changes when the link mailed to it is opened.',
  who: 'signed-in',
  token: 'refused',
  limit: 'mail',
  input: z.strictObject({ email: Email, currentPassword: CurrentPassword }),
  reply: Done,
});

export const getAddressChange = endpoint({
  method: 'GET',
  path: '/auth/change-email',
  summary: 'The address yours is about to change to, while its mailed link waits to be opened.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({}),
  reply: z.object({ email: z.nullable(z.string()) }),
});

export const cancelAddressChange = endpoint({
  method: 'DELETE',
  path: '/auth/change-email',
  summary: 'Keep your address: the link mailed to the other one no longer works.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

export const sendVerification = endpoint({
  method: 'POST',
  path: '/auth/verify-email/send',
  summary: 'Mail the link again that proves your email address.',
  who: 'signed-in',
  token: 'refused',
  limit: 'mail',
  input: z.strictObject({}),
  reply: Done,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/auth/verify-email',
  summary:
    'Prove an email address, or change to it, with the token of the mailed link. Needs a session of the account, or its password.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({ token: MailedToken, password: CurrentPassword }),
  reply: z.object({ ok: z.literal(true), email: z.string(), message: z.string() }),
});

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/auth/forgot-password',
  summary:
    'Mail a link that sets a new password. The answer is the same whether or not there is such an account.',
  who: 'anyone',
  token: 'refused',
  limit: 'mail',
  input: z.strictObject({ email: Email }),
  reply: Done,
});

export const resetPassword = endpoint({
  method: 'POST',
  path: '/auth/reset-password',
  summary: 'Set a new password with the token of the mailed link. Every session of the account ends.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({ token: MailedToken, newPassword: NewPassword }),
  reply: Done,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/auth/sessions',
  summary: 'Where you are signed in, last used first.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({}),
  reply: z.object({ sessions: z.array(Session) }),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'End one of your sessions; its sockets close too.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const revokeOtherSessions = endpoint({
  method: 'POST',
  path: '/auth/sessions/revoke-others',
  summary: 'End every session but the one that asks.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true), ended: z.int() }),
});

export const deleteAccount = endpoint({
  method: 'POST',
  path: '/auth/delete-account',
  summary: 'Delete your account, every snapshot in it and their files, for good.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({
    /** Your own; another is refused, so that a call made for one account cannot delete another. */
    uid: z.uuid(),
    confirm: z.literal('DELETE', 'Deletion cancelled. Your data is safe.'),
    currentPassword: CurrentPassword,
  }),
  reply: Done,
});
