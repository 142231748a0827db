import type { assignThread, listAssignees } from '@stagelink/shared/contracts/assignments';
import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import { uuidv7 } from 'uuidv7';
import type { Access } from '../access/access.ts';
import * as follows from '../follows/repo.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import * as assignments from './assignmentRepo.ts';
import { actorOf } from './commenter.ts';
import { eventsFor, publishToViewers } from './events.ts';
import { lockSnapshotAndPeople } from './lock.ts';
import { notifyAssignee } from './notify.ts';
import { permissionsFor, type Commenter } from './policy.ts';
import { presentAssignee } from './present.ts';
import type { CommentRow } from './repo.ts';
import { assertVisible, visible } from './service.ts';

/** Lists the people a thread on the snapshot can be assigned to. */
export async function list(
  app: App,
  { snapshot }: Access,
  commenter: Commenter,
): Promise<Reply<typeof listAssignees>['people']> {
  const rows = await assignments.assigneesOf(app.db, snapshot.id);
  return rows.flatMap((row) => presentAssignee(app, commenter, { ...row, snapshotId: snapshot.id }) ?? []);
}

const NO_ONE = { assigneeId: null, reviewerId: null };

/** Sets assignee and due date of a thread, and notifies a new assignee. */
export async function assign(
  app: App,
  access: Access,
  commenter: Commenter,
  { commentId, assignee: wanted, dueOn }: Parsed<typeof assignThread>,
): Promise<CommentRow> {
  const snapshotId = access.snapshot.id;
  await app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshotAndPeople(tx, snapshotId, commenter);
    const row = await assertVisible(tx, commenter, snapshotId, commentId);
    if (!permissionsFor(row, commenter, snapshot.commentPolicy).assign) {
      throw new AppError('forbidden', 'Only a thread that everyone can see can be assigned.');
    }
    const people = wanted === null ? [] : await assignments.assigneesOf(tx, snapshotId);
    const person = people.find(
      (each) => presentAssignee(app, commenter, { ...each, snapshotId })?.id === wanted,
    );
    if (wanted !== null && !person) {
      throw new AppError('invalid_input', 'This person no longer takes part in the snapshot.', {
        field: 'assignee',
      });
    }
    const isSame = presentAssignee(app, commenter, row)?.id === (wanted ?? undefined);
    if (isSame && row.dueOn === dueOn) return;
    await assignments.assign(tx, row.id, { ...(person ?? NO_ONE), dueOn });
    const events = eventsFor(snapshot, 'comment_updated', row.id, false);
    if (person && !isSame) {
      const { assigneeId: userId } = person;
      if (userId !== null) await follows.insert(tx, { id: uuidv7(), userId, snapshotId, commentId });
      const { name } = commenter;
      const by = actorOf(
        { authorId: commenter.userId, authorName: name ?? '', anonymousHash: null },
        commenter,
      );
      events.push(...(await notifyAssignee(app, tx, { snapshot, comment: row, by }, person)));
    }
    await publishToViewers(tx, row, events);
  });
  return visible(app.db, commenter, snapshotId, commentId);
}
