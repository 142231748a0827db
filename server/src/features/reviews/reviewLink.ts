import { snapshotAtGate } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { readToken } from './link.ts';
import * as repo from './repo.ts';

const linkEnded = () =>
  new AppError(
    'gone',
    'This review link no longer works. Please ask the person who sent it to you for a new one.',
  );

/** Returns the reviewer whose personal link contains this token, and the snapshot it opens. */
export async function findReviewerByToken(
  app: App,
  token: string,
): Promise<{ reviewer: repo.ReviewerIdentity; snapshot: LiveSnapshotRow }> {
  const linked = readToken(app, token);
  const reviewer = linked && (await repo.findReviewer(app.db, linked.reviewerId));
  if (!reviewer) throw linkEnded();
  const snapshot = await snapshotAtGate(app, reviewer.snapshotId);
  if (snapshot.passwordRevision !== linked.passwordRevision) throw linkEnded();
  return { reviewer, snapshot };
}
