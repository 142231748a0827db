import type { Db, Tx } from '../../platform/db/db.ts';

export interface LockedRow {
  id: string;
  tags: string[];
  projectId: string | null;
  isActive: boolean;
  expiresAt: Date;
  isSample: boolean;
}

/** Locks the owner's snapshots among these, in key order so that two actions cannot deadlock. */
export const lockForNoKeyUpdate = (tx: Tx, ownerId: string, ids: string[]): Promise<LockedRow[]> =>
  tx('snapshots')
    .where({ owner_id: ownerId })
    .whereIn('id', ids)
    .whereNotNull('version')
    .orderBy('id')
    .forNoKeyUpdate()
    .select({
      id: 'id',
      tags: 'tags',
      projectId: 'project_id',
      isSample: 'is_sample',
      isActive: tx.raw('expires_at > now()'),
      expiresAt: 'expires_at',
    });

const these = (db: Db, ids: string[]) => db('snapshots').whereIn('id', ids);

export async function move(tx: Tx, ids: string[], projectId: string | null): Promise<void> {
  await these(tx, ids).update({ project_id: projectId, updated_at: tx.fn.now() });
}

export async function remove(tx: Tx, ids: string[]): Promise<void> {
  await these(tx, ids).delete();
}

export async function retag(tx: Tx, rows: Pick<LockedRow, 'id' | 'tags'>[]): Promise<void> {
  await tx.raw(
    `update snapshots s set tags = array(select jsonb_array_elements_text(input.tags)), updated_at = now()
     from jsonb_to_recordset(?) as input(id text, tags jsonb) where s.id = input.id`,
    [JSON.stringify(rows.map(({ id, tags }) => ({ id, tags })))],
  );
}
