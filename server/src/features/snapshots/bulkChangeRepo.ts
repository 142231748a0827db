import type { BulkAction } from '@stagelink/shared/contracts/snapshots';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface Step {
  action: BulkAction;
  ids: string[];
}

export interface Failure {
  id: string;
  message: string;
}

export interface BulkChangeRow {
  id: string;
  ownerId: string;
  /** The remaining steps. */
  steps: Step[];
  /** The steps that undo what was done. */
  inverse: Step[];
  total: number;
  done: number;
  failedCount: number;
  failed: Failure[];
  finishedAt: Date | null;
}

const columns = {
  id: 'id',
  ownerId: 'owner_id',
  steps: 'steps',
  inverse: 'inverse',
  total: 'total',
  done: 'done',
  failedCount: 'failed_count',
  failed: 'failed',
  finishedAt: 'finished_at',
} as const;

export const insert = (
  tx: Tx,
  { id, ownerId, steps, total }: Pick<BulkChangeRow, 'id' | 'ownerId' | 'steps' | 'total'>,
): Promise<void> => tx('bulk_changes').insert({ id, owner_id: ownerId, steps: JSON.stringify(steps), total });

export const findOwned = (db: Db, ownerId: string, id: string): Promise<BulkChangeRow | undefined> =>
  db('bulk_changes').where({ id, owner_id: ownerId }).first(columns);

export const ownerOf = async (db: Db, id: string): Promise<string | undefined> => {
  const row: { ownerId: string } | undefined = await db('bulk_changes')
    .where({ id })
    .first({ ownerId: 'owner_id' });
  return row?.ownerId;
};

/** Locks the change. Lock its account first: deleting the account locks in that order. */
export const lockForUpdate = (tx: Tx, id: string): Promise<BulkChangeRow | undefined> =>
  tx('bulk_changes').where({ id }).forUpdate().first(columns);

export async function save(tx: Tx, row: BulkChangeRow): Promise<void> {
  await tx('bulk_changes')
    .where({ id: row.id })
    .update({
      steps: JSON.stringify(row.steps),
      inverse: JSON.stringify(row.inverse),
      done: row.done,
      failed_count: row.failedCount,
      failed: JSON.stringify(row.failed),
      finished_at: row.finishedAt,
    });
}

export const prune = (db: Db, before: Date): Promise<number> =>
  db('bulk_changes').where('created_at', '<', before).delete();
