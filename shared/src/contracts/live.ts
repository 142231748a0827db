import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Project } from './project.ts';
import { Snapshot, SnapshotId } from './snapshots.ts';

const seq = z.int().check(z.gte(0));

const PROJECT_WORDS = [
  'project_created',
  'project_updated',
  'project_deleted',
  'project_archived',
  'project_unarchived',
] as const;
const COMMENT_WORDS = ['comment_created', 'comment_updated', 'comment_deleted'] as const;
const ADMIN_WORDS = [
  'admin_user_created',
  'admin_user_deactivated',
  'admin_user_activated',
  'admin_user_deleted',
] as const;
const LIST_PARTS = ['notifications', 'projects', 'account'] as const;
const SUBSCRIPTION_WORDS = ['subscription_created', 'subscription_cancelled'] as const;

/**
 * Every message of the live channel at `/api/events`. Events carry ids; clients fetch content through the
 * checked endpoints. `seq` counts a channel's events without gaps, so a client detects a missed one.
 * `lists_changed` covers changes without a type of their own, such as a rename or another plan. It may name the one
 * snapshot, or the part of the account's data, that has changed; without either, clients refetch their lists and the user.
 */
export const LiveMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('connected'), seq }),
  z.object({
    type: z.literal('initial_data'),
    seq,
    snapshots: z.array(Snapshot),
    projects: z.array(Project),
    unreadNotifications: z.int(),
  }),
  z.object({ type: z.literal('snapshot_created'), seq, snapshotId: SnapshotId }),
  z.object({
    type: z.literal('snapshot_finalized'),
    seq,
    snapshotId: SnapshotId,
    version: z.int(),
  }),
  z.object({
    type: z.literal('snapshot_extended'),
    seq,
    snapshotId: SnapshotId,
    expiresAt: z.iso.datetime(),
  }),
  z.object({ type: z.enum(PROJECT_WORDS), seq, projectId: z.uuid() }),
  z.object({
    type: z.literal('lists_changed'),
    seq,
    snapshotId: z.optional(SnapshotId),
    part: z.optional(z.enum(LIST_PARTS)),
  }),
  z.object({ type: z.enum(COMMENT_WORDS), seq, snapshotId: SnapshotId, commentId: z.uuid() }),
  /** An audit was stored, or a finding was dismissed, opened again or made a thread. */
  z.object({ type: z.literal('findings_changed'), seq, snapshotId: SnapshotId, version: z.int() }),
  /** Another coding agent waits for feedback; on a user's channel for that of any of their snapshots. */
  z.object({ type: z.literal('agents_changed'), seq }),
  z.object({ type: z.enum(SUBSCRIPTION_WORDS), seq, subscriptionId: z.uuid(), snapshotId: SnapshotId }),
  z.object({ type: z.literal('notification_read'), seq, notificationId: z.uuid() }),
  z.object({ type: z.literal('all_notifications_read'), seq }),
  /** Sent to superadmins. */
  z.object({ type: z.enum(ADMIN_WORDS), seq, userId: z.uuid() }),
  /** Sent to superadmins after one of them extended or removed a snapshot. */
  z.object({ type: z.literal('admin_snapshot_changed'), seq, snapshotId: SnapshotId }),
  /** Sent to a user before the socket closes; `message` is a sentence for them. */
  z.object({ type: z.literal('account_deactivated'), seq, message: z.string() }),
  /** Sent to superadmins, at most twice a second: how many events of the activity feed are new. */
  z.object({ type: z.literal('activity'), count: z.int().check(z.gte(1)) }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('error'), message: z.string() }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;

/** Close codes of the socket; a client reconnects on every other one. */
export const CLOSE = { signedOut: 4001, noLongerAllowed: 4003, tooSlow: 4008 } as const;

/** The ticket is for clients that cannot send a cookie or a header when they open a socket. */
export const createSocketTicket = endpoint({
  method: 'POST',
  path: '/api/events/ticket',
  summary: 'Create a single-use ticket, valid for 30 seconds, that opens the live channel as `token`.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  rateLimit: 'preview',
  input: z.strictObject({}),
  reply: z.object({ ticket: z.string() }),
});
