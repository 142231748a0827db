import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { BULK_CHANGE_MAX } from './limits.ts';
import { BulkAction, SnapshotFilter, SnapshotId } from './snapshots.ts';

/** An action on many snapshots and its progress. It continues after its client disconnects. */
export const BulkChange = z.object({
  id: z.uuid(),
  total: z.int(),
  /** Snapshots changed so far. */
  done: z.int(),
  /** Snapshots that could not be changed. */
  failedCount: z.int(),
  /** The first of these, each with a reason. */
  failed: z.array(z.object({ id: SnapshotId, message: z.string() })),
  isFinished: z.boolean(),
  /** Whether `undoBulkChange` would change anything; false until the change is finished. */
  canUndo: z.boolean(),
});
export type BulkChange = z.infer<typeof BulkChange>;

const ChangeId = z.strictObject({ changeId: z.uuid() });
const reply = z.object({ change: BulkChange });

export const startBulkChange = endpoint({
  method: 'POST',
  path: '/api/snapshots/bulk/changes',
  summary: 'Run an action on many of your snapshots: those named, or all that match a filter.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'bulkChange',
  status: 201,
  input: z.strictObject({
    snapshots: z.union([
      z.strictObject({ ids: z.array(SnapshotId).check(z.minLength(1), z.maxLength(BULK_CHANGE_MAX)) }),
      z.strictObject({
        filter: SnapshotFilter,
        /** Leaves out what arrived after this moment: the `asOf` of the list in which they were chosen. */
        until: SnapshotFilter.shape.createdTo,
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
  summary: 'Get the progress of a bulk change.',
  auth: 'user',
  tokenScope: 'snapshots:read',
  input: ChangeId,
  reply,
});

export const undoBulkChange = endpoint({
  method: 'POST',
  path: '/api/snapshots/bulk/changes/:changeId/undo',
  summary: 'Undo a finished bulk change with another one. Moves and tags can be undone once, within a day.',
  auth: 'user',
  tokenScope: 'snapshots:write',
  rateLimit: 'bulkChange',
  status: 201,
  input: ChangeId,
  reply,
});
