import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { SnapshotId } from './snapshots.ts';

export const READ_THREADS_MAX = 1000;

export const markThreadsRead = endpoint({
  method: 'PUT',
  path: '/api/snapshots/:id/read-threads',
  summary: 'Store up to where you have read threads of a snapshot. Unknown threads are ignored.',
  auth: 'user',
  tokenScope: 'comments:write',
  rateLimit: 'readThreads',
  input: z.strictObject({
    id: SnapshotId,
    threads: z
      .array(
        z.strictObject({
          id: z.uuid(),
          /** Epoch milliseconds of the newest comment you have read; 0 marks the thread as unread. */
          readUpTo: z.int().check(z.gte(0), z.lte(8.64e15)),
        }),
      )
      .check(z.minLength(1), z.maxLength(READ_THREADS_MAX)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});
