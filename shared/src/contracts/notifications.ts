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
  /** A path of the app; null when there is nothing to open. */
  actionUrl: z.nullable(z.string()),
});
export type Notification = z.infer<typeof Notification>;

export const EmailFrequency = z.enum(['immediately', 'hourly', 'daily', 'never']);
export type EmailFrequency = z.infer<typeof EmailFrequency>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'What happened, newest first, a page at a time.',
  who: 'signed-in',
  token: 'comments:read',
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
  summary: 'Mark one as read.',
  who: 'signed-in',
  token: 'comments:write',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ ok: z.literal(true) }),
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all',
  summary: 'Mark all as read.',
  who: 'signed-in',
  token: 'comments:write',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true) }),
});

export const getEmailPreferences = endpoint({
  method: 'GET',
  path: '/api/notifications/preferences',
  summary: 'How often you are mailed.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({}),
  reply: z.object({ emailFrequency: EmailFrequency }),
});

export const setEmailPreferences = endpoint({
  method: 'PUT',
  path: '/api/notifications/preferences',
  summary: 'Choose how often you are mailed.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({ emailFrequency: EmailFrequency }),
  reply: z.object({ emailFrequency: EmailFrequency }),
});

/** The one-click address in a mail's `List-Unsubscribe` header (RFC 8058), and what the page behind its link asks. */
export const unsubscribeFromMail = endpoint({
  method: 'POST',
  path: '/api/notifications/unsubscribe/:token',
  summary: 'Stop notification mails with the token of a mail. Nobody needs to sign in.',
  who: 'anyone',
  token: 'any',
  // No limit: a token cannot be guessed, and a large mail provider unsubscribes everybody from a few addresses.
  body: 'form',
  input: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(800)),
    /** For an email to a person without an account: emails about its snapshot, or all emails to the address. */
    scope: z._default(z.enum(['snapshot', 'all']), 'snapshot'),
  }),
  reply: z.object({ ok: z.literal(true), message: z.string() }),
});
