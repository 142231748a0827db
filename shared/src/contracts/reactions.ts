import * as z from 'zod/mini';
import { AnonymousId, AuthorName, Reaction, ReactionCount } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { SnapshotId } from './snapshots.ts';

export const REACTION_EMOJI: Record<Reaction, string> = {
  thumbs_up: '👍',
  heart: '❤️',
  party: '🎉',
  laugh: '😄',
  eyes: '👀',
  done: '✅',
};

const path = '/api/snapshots/:id/comments/:commentId/reactions/:reaction';
const target = { id: SnapshotId, commentId: z.uuid(), reaction: Reaction };
/** Secret of the visitor's browser; a cookie contains it too. */
const anonymousUserId = z.optional(AnonymousId);
const reply = z.object({
  /** All reactions to the comment. */
  reactions: z.array(ReactionCount),
});

export const addReaction = endpoint({
  method: 'PUT',
  path,
  summary: 'React to a comment. Each person counts once for each reaction.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'reaction',
  input: z.strictObject({
    ...target,
    anonymousUserId,
    /** Name of a person without an account. */
    authorName: z.optional(AuthorName),
  }),
  reply,
});

export const removeReaction = endpoint({
  method: 'DELETE',
  path,
  summary: 'Take back your reaction to a comment.',
  auth: 'public',
  tokenScope: 'comments:write',
  rateLimit: 'reaction',
  input: z.strictObject({ ...target, anonymousUserId }),
  reply,
});
