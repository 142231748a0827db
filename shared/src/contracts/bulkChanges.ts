import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BULK_CHANGE_MAX } from './limits.ts';
import { BulkAction, SnapshotFilter, SnapshotId } from './snapshots.ts';

/** What is done to many snapshots, and how far it has come. It goes on when its client is gone. */
export const BulkChange = z.object({
  id: z.uuid(),
  total: z.int(),
  /** Snapshots it was done to so far. */
  done: z.int(),
  /** Snapshots it could not be done to. */
  failedCount: z.int(),
  /** The first of these, with the reason. */
  failed: z.array(z.object({ id: SnapshotId, message: z.string() })),
  isFinished: z.boolean(),
  /** Whether `undoBulkChange` would change anything; false until it is finished. */
  canUndo: z.boolean(),
});
export type BulkChange = z.infer<typeof BulkChange>;

const ChangeId = z.strictObject({ changeId: z.uuid() });
const reply = z.object({ change: BulkChange });

export const startBulkChange = endpoint({
  method: 'POST',
  path: '/api/snapshots/bulk/changes',
  summary: 'Do one thing to many of your snapshots: to those named, or to all that a filter matches.',
  who: 'signed-in',
  token: 'snapshots:write',
  limit: 'bulkChange',
  status: 201,
  input: z.strictObject({
    snapshots: z.union([
      z.strictObject({ ids: z.array(SnapshotId).check(z.minLength(1), z.maxLength(BULK_CHANGE_MAX)) }),
      z.strictObject({
        filter: SnapshotFilter,
        except: z._default(z.array(SnapshotId).check(z.maxLength(BULK_CHANGE_MAX)), []),
      }),
    ]),
    action: BulkAction,
  }),
  reply,
});

export const getBulkChange = endpoint({
  method: 'GET',
  path: '/api/snapshots/bulk/changes/:changeId',
  summary: 'How far a bulk change has come.',
  who: 'signed-in',
  token: 'snapshots:read',
  input: ChangeId,
  reply,
});

export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/api/snapshots/bulk/changes/:changeId/undo',
  summary:
    'Undo a finished bulk change, as another one. Moves and tags can be undone, once and within a day.',
  who: 'signed-in',
  token: 'snapshots:write',
  limit: 'bulkChange',
  status: 201,
  input: ChangeId,
  reply,
});
