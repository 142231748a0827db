import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SnapshotId } from './snapshots.ts';

/** Following the comments of a snapshot or of one of its threads. */
export const Subscription = z.object({
  id: z.uuid(),
  snapshotId: SnapshotId,
  snapshotName: z.string(),
  /** Null when following the whole snapshot. */
  commentId: z.nullable(z.uuid()),
  commentPreview: z.string(),
  /** False while paused. */
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
  lastNotified: z.nullable(z.iso.datetime()),
});
export type Subscription = z.infer<typeof Subscription>;

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/subscribe',
  summary: 'Follow the comments of a snapshot you may open, or resume following them.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ subscription: Subscription }),
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/unsubscribe',
  summary: 'Pause following the comments of a snapshot.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: SnapshotId }),
  reply: z.object({ subscription: Subscription }),
});

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/subscriptions',
  summary: 'List what you follow, newest first.',
  auth: 'user',
  tokenScope: 'comments:read',
  input: z.strictObject({}),
  reply: z.object({ subscriptions: z.array(Subscription) }),
});

export const updateSubscription = endpoint({
  method: 'PATCH',
  path: '/api/subscriptions/:id',
  summary: 'Pause or resume.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: z.uuid(), isActive: z.boolean() }),
  reply: z.object({ subscription: Subscription }),
});

export const deleteSubscription = endpoint({
  method: 'DELETE',
  path: '/api/subscriptions/:id',
  summary: 'Stop following. With `undo`, owners are notified about their snapshot as before.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: z.uuid(), undo: z.optional(z.literal('true')) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const followThread = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments/:commentId/subscribe',
  summary: 'Follow one thread, or resume following it.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ subscription: Subscription }),
});

export const unfollowThread = endpoint({
  method: 'POST',
  path: '/api/snapshots/:id/comments/:commentId/unsubscribe',
  summary: 'Pause following one thread, even when you follow its snapshot.',
  auth: 'user',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: SnapshotId, commentId: z.uuid() }),
  reply: z.object({ subscription: Subscription }),
});
