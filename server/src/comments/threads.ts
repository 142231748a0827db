import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import type { listThreads, Thread } from '@stagelink/shared/contracts/threads';
import { type Asker, ownAccess, ownAccesses } from '../access/access.ts';
import type { App } from '../app.ts';
import { AppError, notFound } from '../http/errors.ts';
import type { Viewer } from '../http/viewer.ts';
import { linkOf } from '../snapshots/present.ts';
import { presentComment } from './present.ts';
import { speakerOf } from './speaker.ts';
import * as repo from './threadRepo.ts';

interface OwnerAsking extends Asker {
  viewer: Viewer;
}

/** These threads in this order, as their snapshots' owner sees them. What is gone by now is left out. */
async function present(app: App, asker: OwnerAsking, ids: string[]): Promise<Thread[]> {
  const [rows, findings] = await Promise.all([
    repo.ofThreads(app.db, ids, asker.viewer.userId),
    repo.findingsOf(app.db, ids),
  ]);
  const snapshotIds = [...new Set(rows.map(({ snapshotId }) => snapshotId))];
  const accesses = await ownAccesses(app, asker.viewer, snapshotIds);
  const byThread = Map.groupBy(rows, ({ id, parentId }) => parentId ?? id);
  const findingOf = new Map(findings.map(({ id, ...finding }) => [id, finding]));
  return ids.flatMap((id) => {
    const [first, ...replies] = byThread.get(id) ?? [];
    const access = first && accesses.get(first.snapshotId);
    if (!first || !access) return [];
    const { snapshot } = access;
    const speaker = speakerOf(app, access, asker);
    const url = linkOf(app, snapshot.id);
    return {
      comment: presentComment(app, access, speaker, first),
      replies: replies.map((row) => presentComment(app, access, speaker, row)),
      snapshot: { id: snapshot.id, name: snapshot.name, url, version: snapshot.version },
      pin: findingOf.get(id) ?? null,
      url: `${url}#thread=${id}`,
    };
  });
}

/** The threads on somebody's own snapshots. Another's snapshot looks as if it did not exist. */
export async function list(
  app: App,
  asker: OwnerAsking,
  question: Parsed<typeof listThreads>,
): Promise<Reply<typeof listThreads>> {
  const { userId } = asker.viewer;
  if (question.snapshotId !== undefined) await ownAccess(app, asker.viewer, question.snapshotId);
  if (question.after !== undefined && !(await repo.isOwned(app.db, userId, question.after))) {
    throw new AppError('invalid_input', 'The thread that the page before ended with is gone. Begin again.', {
      field: 'after',
    });
  }
  const [{ ids, hasMore }, matching] = await Promise.all([
    repo.page(app.db, userId, question),
    repo.countMatching(app.db, userId, question),
  ]);
  return { threads: await present(app, asker, ids), matching, hasMore };
}

export async function one(app: App, asker: OwnerAsking, id: string): Promise<Thread> {
  const isOwned = await repo.isOwned(app.db, asker.viewer.userId, id);
  const [thread] = isOwned ? await present(app, asker, [id]) : [];
  if (!thread) throw notFound('That thread');
  return thread;
}
