import * as z from 'zod/mini';
import { Email } from './accounts.ts';
import { AnonymousId } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { SnapshotId } from './snapshots.ts';

/** Address that receives emails about replies to a visitor's comments on a snapshot. */
export const ReplyAddress = z.object({
  /**
   * False when the server sends no email, or the caller has an account, is a reviewer or has not commented
   * yet.
   */
  isOffered: z.boolean(),
  email: z.nullable(z.string()),
  /** Whether the emailed link was opened. No other email is sent before. */
  isConfirmed: z.boolean(),
});
export type ReplyAddress = z.infer<typeof ReplyAddress>;

export const getReplyAddress = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/reply-address',
  summary: 'Get the address for emails about replies to your comments on a snapshot, for visitors.',
  auth: 'public',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: ReplyAddress,
});

export const setReplyAddress = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/reply-address',
  summary:
    'Set an address for emails about replies to your comments, for visitors. A confirmation link is emailed.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'mail',
  input: z.strictObject({ id: SnapshotId, email: Email, anonymousUserId: z.optional(AnonymousId) }),
  reply: ReplyAddress,
});

export const removeReplyAddress = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id/reply-address',
  summary: 'Remove your reply address from a snapshot.',
  auth: 'public',
  tokenScope: 'comments:write',
  input: z.strictObject({ id: SnapshotId, anonymousUserId: z.optional(AnonymousId) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const confirmReplyAddress = endpoint({
  method: 'POST',
  path: '/api/reply-addresses/confirm',
  summary: 'Confirm your reply address with the token that was emailed to it.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ ok: z.literal(true), snapshotId: SnapshotId, message: z.string() }),
});
