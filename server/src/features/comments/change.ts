import type { updateComment } from '@stagelink/shared/contracts/comments';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { ChannelEvent } from '../../platform/live/publish.ts';
import type { Access } from '../access/access.ts';
import * as analytics from '../analytics/service.ts';
import { notifyAll } from '../notifications/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { actorOf } from './commenter.ts';
import { eventsFor, publishToViewers } from './events.ts';
import { assertCommentBytes } from './limits.ts';
import { lockSnapshotAndPeople } from './lock.ts';
import { followersOf, noticesOfComment, notifyAboutResolution } from './notify.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { assertVersion, assertVisible, visible, type VisibleComment } from './service.ts';
import { emitThread } from './webhooks.ts';
import * as writeRepo from './writeRepo.ts';

type Changes = Parsed<typeof updateComment>;

function assertRights(
  { text, state, isPending }: Changes,
  row: repo.CheckedRow,
  rights: policy.Permissions,
): void {
  const may =
    (text === undefined || rights.edit) &&
    (state === undefined || rights.resolve) &&
    // Approving twice is fine.
    (isPending === undefined || rights.approve || (!row.isPending && rights.resolve));
  if (!may) throw new AppError('forbidden', 'You do not have permission to make this change to the comment.');
}

/** Returns whether a thread is resolved without a reply since; otherwise it can be resolved again. */
async function isSettled(tx: Tx, { id, resolvedAt }: repo.CheckedRow): Promise<boolean> {
  return resolvedAt !== null && !(await repo.hasReplySince(tx, id, resolvedAt));
}

async function toPatch(
  tx: Tx,
  row: repo.CheckedRow,
  wanted: Changes,
  byName: string,
  version: number,
): Promise<writeRepo.CommentPatch> {
  const { text, state } = wanted;
  const patch: writeRepo.CommentPatch = {};
  if (text !== undefined && text !== row.text) Object.assign(patch, { text, editedAt: new Date() });
  if (state === 'resolved' && !(await isSettled(tx, row))) {
    Object.assign(patch, { resolvedAt: new Date(), resolvedBy: byName, resolvedVersion: version });
  }
  if (state === 'published' && row.resolvedAt !== null) Object.assign(patch, writeRepo.REOPENED);
  return patch;
}

async function approve(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { row, commenter }: VisibleComment<repo.CheckedRow>,
): Promise<ChannelEvent[]> {
  await writeRepo.approve(tx, row);
  // The owner is responsible for what they approve.
  const by = actorOf(row, { ...commenter, reviewer: null });
  const happened = { snapshot, comment: row, by };
  // The owner has read it when approving.
  const exceptFor = [snapshot.ownerId];
  const [followers = []] = await followersOf(tx, [happened]);
  const notices = await noticesOfComment(app, tx, happened, { followers, exceptFor });
  const notified = await notifyAll(app, tx, notices);
  await emitThread(app, tx, row.parentId === null ? 'comment.created' : 'comment.replied', happened);
  return [...eventsFor(snapshot, 'comment_created', row.id, false), ...notified];
}

async function apply(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { row, commenter }: VisibleComment<repo.CheckedRow>,
  wanted: Changes,
): Promise<void> {
  const version = wanted.version ?? snapshot.version;
  await assertVersion(tx, snapshot, commenter, wanted.version);
  const byName = commenter.name ?? repo.ANONYMOUS;
  const patch = await toPatch(tx, row, wanted, byName, version);
  const events: ChannelEvent[] = [];
  if (Object.keys(patch).length > 0) {
    await writeRepo.update(tx, row.id, patch);
    if (patch.text !== undefined) await assertCommentBytes(tx, snapshot, commenter);
    events.push(...eventsFor(snapshot, 'comment_updated', row.id, row.isPending));
  }
  const { userId } = commenter;
  const by = actorOf({ authorId: userId, authorName: byName, anonymousHash: null }, commenter);
  const happened = { snapshot, comment: row, by };
  if (patch.resolvedAt === null) await emitThread(app, tx, 'comment.reopened', happened);
  if (patch.resolvedAt) {
    events.push(...(await notifyAboutResolution(app, tx, happened)));
    await emitThread(app, tx, 'comment.resolved', happened);
    await analytics.record(tx, { type: 'comment_resolved', userId, data: { snapshotId: snapshot.id } });
  }
  if (wanted.isPending === false && row.isPending)
    events.push(...(await approve(app, tx, snapshot, { row: { ...row, ...patch }, commenter })));
  if (events.length > 0) await publishToViewers(tx, row, events);
}

/** Updates a comment as far as the commenter may. Unchanged fields publish nothing. */
export async function change(
  app: App,
  access: Access,
  commenter: policy.Commenter,
  wanted: Changes,
): Promise<repo.CommentRow> {
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshotAndPeople(tx, access.snapshot.id, commenter);
    const row = await assertVisible(tx, commenter, snapshot.id, wanted.commentId);
    assertRights(wanted, row, policy.permissionsFor(row, commenter, snapshot.commentPolicy));
    await apply(app, tx, snapshot, { row, commenter }, wanted);
  });
  return visible(app.db, commenter, access.snapshot.id, wanted.commentId);
}
