import type { Tx } from '../../platform/db/db.ts';
import type { NewComment } from './postRepo.ts';
import type { CommentRow } from './repo.ts';

const json = (value: object | null) => value && JSON.stringify(value);

/** Stores the comment's size in the list. */
async function countBytes(tx: Tx, id: string): Promise<void> {
  await tx.raw(
    `update comments set bytes = octet_length(text) + coalesce(octet_length(element_selector), 0)
       + coalesce(octet_length(locator::text), 0) + coalesce(octet_length(selection::text), 0)
       + coalesce(octet_length(actions::text), 0) + coalesce(octet_length(context::text), 0)
       + coalesce(octet_length(inspection::text), 0) + coalesce(octet_length(further::text), 0)
     where id = ?`,
    [id],
  );
}

export type CommentPatch = Partial<
  Pick<
    CommentRow,
    | 'text'
    | 'resolvedAt'
    | 'resolvedBy'
    | 'resolvedVersion'
    | 'elementSelector'
    | 'elementX'
    | 'elementY'
    | 'locator'
    | 'selection'
    | 'actions'
    | 'further'
    | 'context'
    | 'version'
    | 'editedAt'
  > &
    Pick<NewComment, 'inspection'>
>;

const PATCHED: Record<keyof CommentPatch, string> = {
  text: 'text',
  resolvedAt: 'resolved_at',
  resolvedBy: 'resolved_by',
  resolvedVersion: 'resolved_version',
  elementSelector: 'element_selector',
  elementX: 'element_x',
  elementY: 'element_y',
  locator: 'locator',
  selection: 'selection',
  actions: 'actions',
  further: 'further',
  context: 'context',
  inspection: 'inspection',
  version: 'version',
  editedAt: 'edited_at',
};

/** The change that reopens a thread. */
export const REOPENED: CommentPatch = { resolvedAt: null, resolvedBy: null, resolvedVersion: null };

/** Missing fields stay unchanged. */
export async function update(tx: Tx, id: string, patch: CommentPatch): Promise<void> {
  const changed = Object.entries(patch).map(([field, value]) => [
    PATCHED[field as keyof CommentPatch],
    // The driver would make an array of PostgreSQL of it.
    Array.isArray(value) ? json(value) : value,
  ]);
  await tx('comments')
    .where({ id })
    .update(Object.fromEntries(changed) as Record<string, unknown>);
  await countBytes(tx, id);
}

/** Makes a pending comment visible and counts it. */
export async function approve(
  tx: Tx,
  { id, snapshotId }: Pick<CommentRow, 'id' | 'snapshotId'>,
): Promise<void> {
  await tx('comments').where({ id }).update({ is_pending: false });
  await tx('snapshots').where({ id: snapshotId }).increment('comment_count');
}

/** Deletes a comment with its replies and corrects the counts. */
export async function remove(
  tx: Tx,
  { id, snapshotId }: Pick<CommentRow, 'id' | 'snapshotId'>,
): Promise<void> {
  await tx.raw(
    `with gone as (
       select id, is_pending from comments where id = :id or parent_id = :id
     ), counted as (
       update snapshots set comment_count = comment_count - (select count(*) from gone where not is_pending)
       where id = :snapshotId
     )
     delete from comments where id in (select id from gone)`,
    { id, snapshotId },
  );
}

/** Keeps a deleted account's comments on others' snapshots, under a generic name. */
export async function detachAuthor(tx: Tx, userId: string, name: string): Promise<void> {
  await tx('comments').where({ author_id: userId }).update({ author_id: null, author_name: name });
}
