import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import type { listThreads, Thread } from '@stagelink/shared/contracts/threads';
import { resultOf } from '@stagelink/shared/domain/pins';
import { ownAccess, ownAccesses } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Principal, RequestContext } from '../../platform/http/principal.ts';
import { linkOf } from '../snapshots/present.ts';
import { userKey } from './policy.ts';
import { presentComment } from './present.ts';
import { commenterFor } from './commenter.ts';
import * as repo from './threadRepo.ts';

/** Presents these threads in this order to the owner. Skips deleted ones. */
export async function present(
  app: App,
  context: RequestContext<Principal>,
  ids: string[],
): Promise<Thread[]> {
  const { userId } = context.principal;
  const [rows, findings, inspections] = await Promise.all([
    repo.ofThreads(app.db, ids, { userId, persons: [userKey(userId)] }),
    repo.findingsOf(app.db, ids),
    repo.inspectionsOf(app.db, ids),
  ]);
  const snapshotIds = [...new Set(rows.map(({ snapshotId }) => snapshotId))];
  const accesses = await ownAccesses(app, context.principal, snapshotIds);
  const byThread = Map.groupBy(rows, ({ id, parentId }) => parentId ?? id);
  const pinOf = new Map(
    findings.map(({ id, status, confidence }) => [id, { ...resultOf(status), confidence }]),
  );
  return ids.flatMap((id) => {
    const [first, ...replies] = byThread.get(id) ?? [];
    const access = first && accesses.get(first.snapshotId);
    if (!first || !access) return [];
    const { snapshot } = access;
    const commenter = commenterFor(app, access, context);
    const url = linkOf(app, snapshot.id);
    return {
      comment: presentComment(app, access, commenter, first),
      replies: replies.map((row) => presentComment(app, access, commenter, row)),
      snapshot: { id: snapshot.id, name: snapshot.name, url, version: snapshot.version },
      pin: pinOf.get(id) ?? null,
      inspection: inspections.get(id) ?? null,
      url: `${url}#thread=${id}`,
    };
  });
}

/** Lists threads on own snapshots. Throws `not_found` for others' snapshots. */
export async function list(
  app: App,
  context: RequestContext<Principal>,
  question: Parsed<typeof listThreads>,
): Promise<Reply<typeof listThreads>> {
  const { principal: reader } = context;
  if (question.snapshotId !== undefined) await ownAccess(app, context.principal, question.snapshotId);
  if (question.after !== undefined && !(await repo.isReadable(app.db, reader, question.after))) {
    throw new AppError('invalid_input', 'The list has changed. Start again from the first page.', {
      field: 'after',
    });
  }
  const [{ ids, hasMore }, matching] = await Promise.all([
    repo.page(app.db, reader, question),
    repo.countMatching(app.db, reader, question),
  ]);
  return { threads: await present(app, context, ids), matching, hasMore };
}

export async function one(app: App, context: RequestContext<Principal>, id: string): Promise<Thread> {
  const isReadable = await repo.isReadable(app.db, context.principal, id);
  const [thread] = isReadable ? await present(app, context, [id]) : [];
  if (!thread) throw notFound('That thread');
  return thread;
}
