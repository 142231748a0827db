import * as z from 'zod/mini';
import { Inspection } from '../preview/inspection.ts';
import { ROUTE_MAX } from '../preview/handshake.ts';
import { Comment, PinResult } from './comments.ts';
import { endpoint } from './endpoint.ts';
import { NAME_MAX, THREADS_PAGE, THREADS_PAGE_MAX } from './limits.ts';
import { SnapshotId } from './snapshots.ts';

/** States a list of threads can be filtered by. */
export const THREAD_STATES = ['open', 'resolved', 'all'] as const;

/** Thread on one of the caller's snapshots, with everything needed to act on it outside the viewer. */
export const Thread = z.object({
  comment: Comment,
  /** Oldest first. */
  replies: z.array(Comment),
  snapshot: z.object({
    id: SnapshotId,
    name: z.string(),
    url: z.url(),
    /** Version the link shows. */
    version: z.int(),
  }),
  /** Pin result on that version, as its first viewer saw it; null without a pin or before that. */
  pin: z.nullable(PinResult),
  /** What was seen of its elements and its page when it was written; null if nothing. Missing from older servers. */
  inspection: z._default(z.nullable(Inspection), null),
  /** Opens the thread in the viewer. */
  url: z.url(),
});
export type Thread = z.infer<typeof Thread>;

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/threads',
  summary: 'List the threads on your active snapshots, newest first, in pages.',
  auth: 'user',
  tokenScope: 'comments:read',
  input: z.strictObject({
    state: z._default(z.enum(THREAD_STATES), 'open'),
    /** Threads of one snapshot, which may have expired. */
    snapshotId: z.optional(SnapshotId),
    /** Threads on this page of the prototype with any query, or on exactly this route. */
    route: z.optional(z.string().check(z.startsWith('/'), z.maxLength(ROUTE_MAX))),
    /** Threads whose author's name contains this. */
    author: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_MAX))),
    /** Last thread of the previous page. */
    after: z.optional(z.uuid()),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(THREADS_PAGE_MAX)), THREADS_PAGE),
  }),
  reply: z.object({
    threads: z.array(Thread),
    /** Number of matches on all pages. */
    matching: z.int(),
    hasMore: z.boolean(),
  }),
});

export const getThread = endpoint({
  method: 'GET',
  path: '/api/threads/:id',
  summary: 'Get a thread on one of your snapshots by the id of its first comment.',
  auth: 'user',
  tokenScope: 'comments:read',
  input: z.strictObject({ id: z.uuid() }),
  reply: z.object({ thread: Thread }),
});
