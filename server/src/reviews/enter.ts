import { snapshotAtGate } from '../access/access.ts';
import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { readToken } from './link.ts';
import * as repo from './repo.ts';

const linkEnded = () =>
  new AppError(
    'gone',
    'This review link no longer works. Please ask the person who sent it to you for a new one.',
  );

/** The reviewer whose personal link holds this token, and the snapshot it opens. */
export async function reviewerAtDoor(
  app: App,
  token: string,
): Promise<{ reviewer: repo.NamedRow; snapshot: LiveSnapshotRow }> {
  const linked = readToken(app, token);
  const reviewer = linked && (await repo.findReviewer(app.db, linked.reviewerId));
  if (!reviewer) throw linkEnded();
  const snapshot = await snapshotAtGate(app, reviewer.snapshotId);
  if (snapshot.passwordRevision !== linked.passwordRevision) throw linkEnded();
  return { reviewer, snapshot };
}
