import * as z from 'zod/mini';
import { Email } from './accounts.ts';
import { AnonymousId } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { SnapshotId } from './snapshots.ts';

/** Where a visitor who commented on a snapshot is mailed about replies. */
export const ReplyAddress = z.object({
  /** False when the server sends no mail, or the caller has an account, is a reviewer or has not commented yet. */
  isOffered: z.boolean(),
  email: z.nullable(z.string()),
  /** The link that was mailed to the address has been followed. Nothing else is mailed before. */
  isConfirmed: z.boolean(),
});
export type ReplyAddress = z.infer<typeof ReplyAddress>;

export const getReplyAddress = endpoint({
  method: 'GET',
  path: '/api/snapshots/:id/reply-address',
  summary: 'Where you are mailed about replies to what you wrote on a snapshot without an account.',
  who: 'anyone',
  token: 'comments:read',
  input: z.strictObject({ id: SnapshotId }),
  reply: ReplyAddress,
});

export const setReplyAddress = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/reply-address',
  summary:
    'Leave an address for replies to what you wrote without an account. A link to confirm it is mailed.',
  who: 'anyone',
  token: 'comments:write',
  limit: 'mail',
  input: z.strictObject({ id: SnapshotId, email: Email, anonymousUserId: z.optional(AnonymousId) }),
  reply: ReplyAddress,
});

export const removeReplyAddress = endpoint({
  method: 'DELETE',
  path: '/api/snapshots/:id/reply-address',
  summary: 'Remove the address you left on a snapshot.',
  who: 'anyone',
  token: 'comments:write',
  input: z.strictObject({ id: SnapshotId, anonymousUserId: z.optional(AnonymousId) }),
  reply: z.object({ ok: z.literal(true) }),
});

export const confirmReplyAddress = endpoint({
  method: 'POST',
  path: '/api/reply-addresses/confirm',
  summary: 'Confirm the address you left on a snapshot, with the token that was mailed to it.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  reply: z.object({ ok: z.literal(true), snapshotId: SnapshotId, message: z.string() }),
});
