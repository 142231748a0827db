import * as z from 'zod/mini';
import { PIN_STATUSES } from '../preview/messages.ts';
import { ROUTE_MAX } from '../preview/handshake.ts';
import { Comment } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { NAME_MAX, THREADS_PAGE, THREADS_PAGE_MAX } from './limits.ts';
import { SnapshotId } from './snapshots.ts';

/** Which threads are asked for, by whether they are settled. */
export const THREAD_STATES = ['open', 'resolved', 'all'] as const;

/** A thread on a snapshot of yours, with all that is needed to act on it somewhere else than in the viewer. */
export const Thread = z.object({
  comment: Comment,
  /** Oldest first. */
  replies: z.array(Comment),
  snapshot: z.object({
    id: SnapshotId,
    name: z.string(),
    url: z.url(),
    /** The one the link shows. */
    version: z.int(),
  }),
  /** What became of its pin on that version, as the first viewer to open it saw; null without a pin, or before that. */
  pin: z.nullable(z.object({ status: z.enum(PIN_STATUSES), confidence: z.number() })),
  /** Opens the viewer at the thread. */
  url: z.url(),
});
export type Thread = z.infer<typeof Thread>;

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/threads',
  summary: 'The threads on your snapshots, newest first, a page at a time. Expired ones are left out.',
  who: 'signed-in',
  token: 'comments:read',
  input: z.strictObject({
    state: z._default(z.enum(THREAD_STATES), 'open'),
    /** Of one snapshot, which may have expired. */
    snapshotId: z.optional(SnapshotId),
    /** Those on this page of the prototype, whatever its query; or on exactly this route. */
    route: z.optional(z.string().check(z.startsWith('/'), z.maxLength(ROUTE_MAX))),
    /** Those begun by somebody whose name contains this. */
    author: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX))),
    /** The thread that the page before ended with. */
    after: z.optional(z.uuid()),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(THREADS_PAGE_MAX)), THREADS_PAGE),
  }),
  reply: z.object({
    threads: z.array(Thread),
    /** How many match, on all pages together. */
    matching: z.int(),
    hasMore: z.boolean(),
  }),
});

export const getThread = endpoint({
  method: 'GET',
  path: '/api/threads/:id',
  summary: 'One thread on a snapshot of yours, found by the id of its first comment alone.',
  who: 'signed-in',
  token: 'comments:read',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ thread: Thread }),
});
