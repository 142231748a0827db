import type { App } from '../app.ts';
import { AppError } from '../http/errors.ts';
import { readToken } from './link.ts';
import * as repo from './repo.ts';

/** The reviewer whose personal link holds this token. */
export async function reviewerAtDoor(
  app: Pick<App, 'db' | 'secrets'>,
  token: string,
): Promise<repo.NamedRow & { snapshotId: string }> {
  const id = readToken(app, token);
  const reviewer = id === null ? undefined : await repo.findReviewer(app.db, id);
  if (!reviewer) {
    throw new AppError(
      'gone',
      'This review link no longer works. The review may have been cancelled: please ask whoever sent it to you.',
    );
  }
  return reviewer;
}
