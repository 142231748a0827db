import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { listsChangedEvent } from '../../platform/live/publish.ts';
import type { Access } from '../access/access.ts';
import * as notifications from '../notifications/repo.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { eventsFor, publishToViewers } from './events.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import * as writeRepo from './writeRepo.ts';

/** A comment and the person who sees it. */
export interface VisibleComment<Row = repo.CommentRow> {
  row: Row;
  commenter: policy.Commenter;
}

/** Returns a comment that this commenter may see; throws `not_found` otherwise. */
export function assertSeen<Row extends repo.CheckedRow>(
  row: Row | undefined,
  commenter: policy.Commenter,
): Row {
  if (!row || !policy.canSee(row, commenter)) throw notFound('That comment');
  return row;
}

/** Returns a comment visible to this commenter; throws `not_found` otherwise. */
export const visible = async (
  db: Db,
  commenter: policy.Commenter,
  snapshotId: string,
  id: string,
): Promise<repo.CommentRow> => assertSeen(await repo.find(db, snapshotId, id, commenter), commenter);

/** Returns what checks need of a comment visible to this commenter; throws `not_found` otherwise. */
export const assertVisible = async (
  db: Db,
  commenter: policy.Commenter,
  snapshotId: string,
  id: string,
): Promise<repo.CheckedRow> => assertSeen(await repo.findChecked(db, snapshotId, id), commenter);

/** Returns the thread of a visible comment. */
export async function thread(
  app: App,
  { snapshot }: Access,
  commenter: policy.Commenter,
  id: string,
): Promise<repo.CommentRow[]> {
  const row = await assertVisible(app.db, commenter, snapshot.id, id);
  const rows = await repo.ofThread(app.db, row, commenter);
  return rows.filter((each) => policy.canSee(each, commenter));
}

export function assertMayComment(
  { commentPolicy }: Pick<LiveSnapshotRow, 'commentPolicy'>,
  commenter: policy.Commenter,
): void {
  if (!policy.canComment(commentPolicy, commenter)) {
    throw new AppError('forbidden', 'Sign in to comment on this snapshot.');
  }
}

export const noVersion = () =>
  new AppError('invalid_input', 'This version does not exist.', { field: 'version' });

/** A given version must be visible to the commenter. */
export async function assertVersion(
  tx: Tx,
  { id }: LiveSnapshotRow,
  { isOwner }: policy.Commenter,
  version: number | undefined,
): Promise<void> {
  if (version !== undefined && !(await repo.hasVersion(tx, id, version, isOwner))) throw noVersion();
}

/** Deletes a comment and, for a thread, its replies. */
export async function remove(
  app: App,
  access: Access,
  commenter: policy.Commenter,
  id: string,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, access.snapshot.id);
    const row = await assertVisible(tx, commenter, snapshot.id, id);
    if (!policy.permissionsFor(row, commenter, snapshot.commentPolicy).remove) {
      throw new AppError('forbidden', 'You do not have permission to delete this comment.');
    }
    const notified = await notifications.unreadRecipients(tx, id);
    await writeRepo.remove(tx, row);
    await publishToViewers(tx, row, [
      ...eventsFor(snapshot, 'comment_deleted', id, row.isPending),
      ...notified.map((userId) => listsChangedEvent(userChannel(userId), { part: 'notifications' })),
    ]);
  });
}
