import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { WEBHOOK_URL_MAX } from './limits.ts';
import { SnapshotId } from './snapshots.ts';

/** Everything that webhooks can be sent about. */
export const WEBHOOK_EVENTS = [
  'snapshot.staged',
  'snapshot.expiring',
  'snapshot.expired',
  'snapshot.deleted',
  'comment.created',
  'comment.replied',
  'comment.resolved',
  'comment.reopened',
  'review.requested',
  'review.decided',
  'review.completed',
  'review.overdue',
] as const;
export const WebhookEventType = z.enum(WEBHOOK_EVENTS);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

const EventSnapshot = z.object({
  id: SnapshotId,
  name: z.string(),
  url: z.url(),
  /** The version that the link shows. */
  version: z.int(),
});

const EventThread = z.object({
  id: z.uuid(),
  /** Opens the viewer at the thread. */
  url: z.url(),
  /** Path, query and hash within the prototype; null for a comment about the whole snapshot. */
  route: z.nullable(z.string()),
  /** Name of the pinned element, such as “button “Buy now””; null without one. */
  element: z.nullable(z.string()),
  /** Beginning of its first comment as plain text; null where excerpts are switched off. */
  excerpt: z.nullable(z.string()),
});

/** `visitor` has no account and chose the name freely. */
const EventAuthor = z.object({
  name: z.string(),
  kind: z.enum(['owner', 'reviewer', 'account', 'visitor']),
});

const EventReply = z.object({ id: z.uuid(), excerpt: z.nullable(z.string()) });

const EventReview = z.object({
  id: z.uuid(),
  url: z.url(),
  deadline: z.nullable(z.iso.datetime()),
  reviewers: z.int(),
  approved: z.int(),
  changesRequested: z.int(),
});

const EventDecision = z.object({
  reviewer: z.string(),
  decision: z.enum(['approved', 'changes_requested']),
  /** Beginning of what the reviewer wrote; null where excerpts are switched off. */
  excerpt: z.nullable(z.string()),
});

const event = <const T extends WebhookEventType, D extends z.ZodMiniObject>(type: T, data: D) =>
  z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data });

const about = { snapshot: EventSnapshot };
const expiry = z.object({ ...about, expiresAt: z.iso.datetime() });
const thread = z.object({ ...about, thread: EventThread, author: EventAuthor });
const review = z.object({ ...about, review: EventReview });

/** The body of a webhook: what happened, when, and with what. */
export const WebhookEvent = z.discriminatedUnion('type', [
  event('snapshot.staged', z.object(about)),
  event('snapshot.expiring', expiry),
  event('snapshot.expired', expiry),
  event('snapshot.deleted', z.object(about)),
  event('comment.created', thread),
  event('comment.replied', z.object({ ...thread.shape, reply: EventReply })),
  event('comment.resolved', thread),
  event('comment.reopened', thread),
  event('review.requested', review),
  event('review.decided', z.object({ ...review.shape, decision: EventDecision })),
  event('review.completed', review),
  event('review.overdue', review),
]);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** When each event is sent. */
export const WEBHOOK_EVENT_SUMMARIES: Record<WebhookEventType, string> = {
  'snapshot.staged': 'A version of a snapshot was published.',
  'snapshot.expiring': 'A link stops working soon. Sent with the warning that its owner gets.',
  'snapshot.expired': 'A link stopped working because its time is over.',
  'snapshot.deleted': 'A snapshot was deleted.',
  'comment.created': 'A thread was begun. A comment that needs approval counts once it is approved.',
  'comment.replied': 'A reply was written in a thread.',
  'comment.resolved': 'A thread was resolved.',
  'comment.reopened': 'A resolved thread was opened again.',
  'review.requested': 'You asked for a review.',
  'review.decided': 'A reviewer approved a snapshot, or asked for changes.',
  'review.completed': 'No decision is missing any more.',
  'review.overdue': 'The deadline of a review has passed, and a decision is missing.',
};

/** `standard` is signed as Standard Webhooks describes; `slack` is an incoming webhook of Slack. */
export const WEBHOOK_KINDS = ['standard', 'slack'] as const;
export const WebhookKind = z.enum(WEBHOOK_KINDS);
export type WebhookKind = z.infer<typeof WebhookKind>;

/** Which snapshots a webhook is about: all of yours, those of a project, or one. */
export const WebhookScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('project'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('snapshot'), id: SnapshotId }),
]);
export type WebhookScope = z.infer<typeof WebhookScope>;

/** Why a webhook is off: its owner chose so, its receiver is gone, or it failed for days. */
export const WebhookOffReason = z.enum(['owner', 'gone', 'failing']);
export type WebhookOffReason = z.infer<typeof WebhookOffReason>;

export const Webhook = z.object({
  id: z.uuid(),
  kind: WebhookKind,
  /** Address of the receiver; of Slack’s without the end, which is a secret. */
  url: z.string(),
  scope: WebhookScope,
  /** Name of the project or the snapshot; null for all snapshots. */
  scopeName: z.nullable(z.string()),
  events: z.array(WebhookEventType),
  hasExcerpt: z.boolean(),
  isOn: z.boolean(),
  offReason: z.nullable(WebhookOffReason),
  /** When deliveries began to fail; null after a success. */
  failingSince: z.nullable(z.iso.datetime()),
  /** Until when a replaced secret signs too. */
  oldSecretUntil: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookDelivery = z.object({
  id: z.uuid(),
  /** The header `webhook-id`, the same on every attempt. */
  eventId: z.string(),
  type: z.string(),
  /** Whether it was made up to try the webhook. */
  isTest: z.boolean(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** When the last attempt began. */
  attemptedAt: z.nullable(z.iso.datetime()),
  /** When the next attempt is due. */
  nextAt: z.nullable(z.iso.datetime()),
  answerStatus: z.nullable(z.int()),
  tookMs: z.nullable(z.int()),
  /** The first kilobyte of the answer, or why there was none. */
  answer: z.nullable(z.string()),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const Events = z.array(WebhookEventType).check(z.minLength(1, 'Choose at least one event'), z.maxLength(12));
const Url = z.string().check(z.trim(), z.maxLength(WEBHOOK_URL_MAX));
const id = z.uuid();

export const listWebhooks = endpoint({
  method: 'GET',
  path: '/api/webhooks',
  summary: 'List your webhooks, newest first, without their secrets.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ webhooks: z.array(Webhook) }),
});

export const createWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks',
  summary: 'Create a webhook. Its secret is in this answer and never shown again.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'webhook',
  status: 201,
  input: z.strictObject({
    kind: z._default(WebhookKind, 'standard'),
    url: Url,
    scope: z._default(WebhookScope, { kind: 'all' }),
    events: z._default(Events, [...WEBHOOK_EVENTS]),
    hasExcerpt: z._default(z.boolean(), true),
  }),
  reply: z.object({ webhook: Webhook, secret: z.nullable(z.string()) }),
});

export const updateWebhook = endpoint({
  method: 'PATCH',
  path: '/api/webhooks/:id',
  summary: 'Change a webhook, or switch it on or off.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({
    id,
    url: z.optional(Url),
    scope: z.optional(WebhookScope),
    events: z.optional(Events),
    hasExcerpt: z.optional(z.boolean()),
    isOn: z.optional(z.boolean()),
  }),
  reply: z.object({ webhook: Webhook }),
});

export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/rotate',
  summary: 'Replace the secret of a webhook. Deliveries carry both signatures for 24 hours.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'webhook',
  input: z.strictObject({ id }),
  reply: z.object({ webhook: Webhook, secret: z.string() }),
});

export const deleteWebhook = endpoint({
  method: 'DELETE',
  path: '/api/webhooks/:id',
  summary: 'Delete a webhook with its deliveries.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ id }),
  reply: z.object({ ok: z.literal(true) }),
});

export const testWebhook = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/test',
  summary: 'Send a made-up event to a webhook, at once.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'webhookTest',
  input: z.strictObject({ id }),
  reply: z.object({ delivery: WebhookDelivery }),
});

export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: '/api/webhooks/:id/deliveries',
  summary: 'List the last 100 deliveries of a webhook, newest first. They are kept for 30 days.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({ id }),
  reply: z.object({ deliveries: z.array(WebhookDelivery) }),
});

export const resendWebhookDelivery = endpoint({
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
  summary: 'Send a delivery again, with the same `webhook-id`.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'webhook',
  input: z.strictObject({ id, deliveryId: z.uuid() }),
  reply: z.object({ delivery: WebhookDelivery }),
});
