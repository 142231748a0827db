import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { PUSH_ADDRESS_MAX } from './limits.ts';

/** Binary data of a given length as text (RFC 4648, 5, without padding). */
const base64Url = (characters: number) =>
  z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}=*$`), 'This is no key of a browser'));

/** What a browser’s push service needs to reach it (RFC 8030, 8291). */
export const PushAddress = z.strictObject({
  url: z.string().check(z.maxLength(PUSH_ADDRESS_MAX)),
  p256dh: base64Url(87),
  auth: base64Url(22),
});
export type PushAddress = z.infer<typeof PushAddress>;

/** What a browser is sent, encrypted; the service worker `web/public/notifications.js` reads it. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path of the app. */
  path: string;
  /** A later message with the same tag replaces the notification. */
  tag: string;
}

/** Whether notifications are sent to the browser of this session. */
const PushState = z.object({
  isOn: z.boolean(),
  /** The server’s key, which a browser asks its push service for an address with. */
  publicKey: z.string(),
});

export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  summary: 'Get whether notifications are sent to this browser.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: PushState,
});

export const turnPushOn = endpoint({
  method: 'PUT',
  path: '/api/push',
  summary: 'Send notifications about mentions, replies and decisions to this browser until you sign out.',
  auth: 'user',
  tokenScope: 'none',
  input: PushAddress,
  reply: PushState,
});

export const turnPushOff = endpoint({
  method: 'DELETE',
  path: '/api/push',
  summary: 'Stop sending notifications to this browser.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: PushState,
});
