import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { LIST_PAGE } from './limits.ts';

export const NotificationType = z.enum(['comment_reply', 'comment_new', 'comment_resolved', 'other']);
export type NotificationType = z.infer<typeof NotificationType>;

export const Notification = z.object({
  id: z.uuid(),
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  createdAt: z.iso.datetime(),
  readAt: z.nullable(z.iso.datetime()),
  /** Path within the app; null when there is nothing to open. */
  actionUrl: z.nullable(z.string()),
  /** Whether it is shown outside the app too: a mention, a reply or a decision. */
  isAlert: z._default(z.boolean(), false),
});
export type Notification = z.infer<typeof Notification>;

export const EmailFrequency = z.enum(['immediately', 'hourly', 'daily', 'never']);
export type EmailFrequency = z.infer<typeof EmailFrequency>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List your notifications, newest first, in pages.',
  auth: 'user',
  tokenScope: 'comments:read',
  input: z.strictObject({
    cursor: z.optional(z.string().check(z.maxLength(1000))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), LIST_PAGE),
  }),
  reply: z.object({
    notifications: z.array(Notification),
    unread: z.int(),
    nextCursor: z.nullable(z.string()),
  }),
});

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  summary: 'Mark a notification as read.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all notifications as read.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

export const getEmailPreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'Get how often you receive notification emails.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ emailFrequency: EmailFrequency }),
});

export const setEmailPreferences = endpoint({
  method: 'PUT',
  path: '/api/notifications/preferences',
  summary: 'Set how often you receive notification emails.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ emailFrequency: EmailFrequency }),
  reply: z.object({ emailFrequency: EmailFrequency }),
});

/**
 * One-click URL in an email's `List-Unsubscribe` header (RFC 8058), also called by the page behind its
 * link.
 */
export const unsubscribeFromMail = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe/:token',
  summary: 'Stop notification emails with the token of an email. Requires no sign-in.',
  auth: 'public',
  tokenScope: 'any',
  // No limit: tokens cannot be guessed, and large mail providers unsubscribe all users from a few
  // addresses.
  body: { kind: 'ignored' },
  input: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(800)),
    /** What a recipient without an account stops: emails about the snapshot, or all emails to the address. */
    scope: z._default(z.enum(['snapshot', 'all']), 'snapshot'),
  }),
  reply: z.object({ ok: z.literal(true), message: z.string() }),
});
