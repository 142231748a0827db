import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { linkIssue } from '@stagelink/shared/contracts/issues';
import type { App } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Access } from '../access/access.ts';
import { eventsFor, publishToViewers } from '../comments/events.ts';
import { lockSnapshotAndPeople } from '../comments/lock.ts';
import type { Commenter } from '../comments/policy.ts';
import type { CommentRow } from '../comments/repo.ts';
import { assertVisible, visible } from '../comments/service.ts';
import * as repo from './repo.ts';

/** Sets which issue a thread became. */
export async function link(
  app: App,
  { snapshot: { id: snapshotId } }: Access,
  commenter: Commenter,
  { commentId, url }: Parsed<typeof linkIssue>,
): Promise<CommentRow> {
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshotAndPeople(tx, snapshotId, commenter);
    const row = await assertVisible(tx, commenter, snapshotId, commentId);
    if (row.parentId !== null) throw notFound('That thread');
    await repo.put(tx, row.id, url);
    await publishToViewers(tx, row, eventsFor(snapshot, 'comment_updated', row.id, row.isPending));
  });
  return visible(app.db, commenter, snapshotId, commentId);
}
