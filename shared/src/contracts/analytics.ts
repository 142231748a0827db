import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ANALYTICS_BATCH } from './limits.ts';

/** Everything that is ever counted. */
export const EventType = z.enum([
  'user_registered',
  'user_login',
  'user_logout',
  'snapshot_created',
  'snapshot_viewed',
  'snapshot_downloaded',
  'snapshot_extended',
  'page_view',
  'admin_page_visit',
  'dashboard_visit',
  'subscription_started',
  'subscription_cancelled',
  'payment_succeeded',
  'payment_failed',
  'trial_started',
  'trial_ended',
  'comment_posted',
  'comment_replied',
  'comment_resolved',
  'extension_downloaded',
  'admin_action',
  'system_event',
]);
export type EventType = z.infer<typeof EventType>;

/** What a page itself may report; everything else is written by the server that did it. */
export const CLIENT_EVENTS = [
  'page_view',
  'dashboard_visit',
  'admin_page_visit',
  'snapshot_downloaded',
  'extension_downloaded',
] as const satisfies EventType[];

const word = z.string().check(z.maxLength(200));
/** A few words about the event, never free text of somebody's. */
const EventData = z.strictObject({
  page: z.optional(z.string().check(z.maxLength(500))),
  snapshotId: z.optional(z.string().check(z.maxLength(40))),
  action: z.optional(word),
  description: z.optional(word),
  userAgent: z.optional(z.string().check(z.maxLength(500))),
  referrer: z.optional(z.string().check(z.maxLength(500))),
  timestamp: z.optional(z.iso.datetime()),
});

export const AnalyticsEvent = z.strictObject({
  /** Made by the page, so that a batch sent twice is counted once; made by the server when left out. */
  id: z.optional(z.uuid()),
  eventType: z.enum(CLIENT_EVENTS),
  eventData: z._default(EventData, {}),
  /** Here or in `eventData`; the time of arrival when in neither. */
  timestamp: z.optional(z.iso.datetime()),
  /** Kept by the page's queue; read by nothing. */
  retryCount: z.optional(z.int().check(z.gte(0))),
});
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>;

export const trackEvent = endpoint({
  method: 'POST',
  path: '/analytics/track',
  summary: 'Count one event.',
  who: 'anyone',
  token: 'any',
  input: z.strictObject({ eventType: z.enum(CLIENT_EVENTS), eventData: z._default(EventData, {}) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const trackEvents = endpoint({
  method: 'POST',
  path: '/analytics/track/batch',
  summary: 'Count a few events; one that is known already changes nothing.',
  who: 'anyone',
  token: 'any',
  input: z.strictObject({
    events: z.array(AnalyticsEvent).check(z.minLength(1), z.maxLength(ANALYTICS_BATCH)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
