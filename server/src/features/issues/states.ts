import type { App } from '../../platform/context.ts';
import { publishAll } from '../../platform/live/publish.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { eventsFor } from '../comments/events.ts';
import * as connections from './connectionRepo.ts';
import { tokenOf, trackerOf } from './connections.ts';
import * as repo from './stateRepo.ts';
import { TrackerProblem } from './trackers/tracker.ts';

type Parts = Pick<App, 'config' | 'db' | 'log' | 'secrets'>;

/** A little less than the hour between two runs. */
const READ_EVERY_MS = 55 * 60_000;

async function readState(app: Parts, issue: repo.WatchedIssue): Promise<boolean> {
  const connection = await connections.find(app.db, issue.ownerId, issue.tracker);
  if (!connection) return false;
  const token = tokenOf(app, connection);
  const state = await trackerOf(app, issue.tracker)
    .read(token, issue.url, issue.etag)
    .catch(async (cause: unknown) => {
      if (!(cause instanceof TrackerProblem) || cause.kind !== 'issue') throw cause;
      // It was deleted or moved, or the token may not see it: asked again in an hour.
      return null;
    });
  const hasChanged = state !== null && state.isClosed !== issue.isClosed;
  await app.db.transaction(async (tx) => {
    await repo.note(tx, issue, state);
    const { snapshotId: id, ownerId, commentId } = issue;
    // The owner alone sees the issue.
    if (hasChanged) await publishAll(tx, eventsFor({ id, ownerId }, 'comment_updated', commentId, true));
  });
  return hasChanged;
}

/** Reads the issues of one person in one tracker, one by one, until the tracker takes no more. */
async function readStates(app: Parts, issues: repo.WatchedIssue[], signal?: AbortSignal): Promise<boolean> {
  let hasChanged = false;
  for (const issue of issues) {
    signal?.throwIfAborted();
    try {
      hasChanged = (await readState(app, issue)) || hasChanged;
    } catch (cause) {
      if (!(cause instanceof TrackerProblem)) throw cause;
      if (cause.kind === 'token') {
        const connection = await connections.find(app.db, issue.ownerId, issue.tracker);
        if (connection) await connections.noteProblem(app.db, issue.ownerId, connection, cause.message);
      }
      break;
    }
  }
  return hasChanged;
}

/** Reads the state of issues that threads became. Returns for how many people and trackers something changed. */
export async function readIssueStates(app: Parts, now = new Date(), signal?: AbortSignal): Promise<number> {
  const watched = await repo.findWatched(app.db, new Date(now.getTime() - READ_EVERY_MS));
  const groups = Map.groupBy(watched, ({ ownerId, tracker }) => `${ownerId} ${tracker}`);
  return runEach(app, [...groups.values()], (issues) => readStates(app, issues, signal), signal);
}
