import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import { THREADS_PAGE_MAX } from '@stagelink/shared/contracts/limits';
import { listThreads } from '@stagelink/shared/contracts/threads';
import { toThreadPayload, UNLIMITED } from '@stagelink/shared/agentTools/threadPayload';
import { count } from '@stagelink/shared/domain/format';
import type { Connection } from '../../connection.ts';
import { type Context, type Result, writeStatus } from '../../context.ts';
import { usage } from '../../errors.ts';
import { connectFor, findTarget, hasTarget } from '../../target.ts';
import { listed } from '../../formatThread.ts';

export interface ListOptions {
  all?: boolean;
  resolved?: boolean;
  route?: string;
  reviewer?: string;
  limit?: number;
}

type Question = Input<typeof listThreads>;

/** Lists the threads of a snapshot, of the current folder's snapshot, or of all snapshots. */
export async function run(
  context: Context,
  given: string | undefined,
  options: ListOptions,
): Promise<Result> {
  const connection = await connectFor(context, given);
  const question = questionOf(context, connection, given, options);
  const { threads, matching } = await pages(connection, question, options.limit ?? THREADS_PAGE_MAX);
  const briefs = threads.map((thread) => toThreadPayload(thread, UNLIMITED));
  if (briefs.length === 0) writeStatus(context, none(question));
  else if (briefs.length < matching)
    writeStatus(context, `${briefs.length} of ${count(matching, 'thread')}; --limit shows more.`);
  return {
    data: { threads: briefs, matching },
    lines: listed(briefs, Date.now(), question.snapshotId === undefined),
  };
}

function questionOf(
  context: Context,
  connection: Connection,
  given: string | undefined,
  { all, resolved, route, reviewer }: ListOptions,
): Question {
  if (all && resolved) throw usage('--all and --resolved cannot be combined.', 'Give one of them.');
  if (route !== undefined && !route.startsWith('/'))
    throw usage(`“${route}” is not a route.`, 'A route begins with a slash, such as /checkout.');
  const isNamed = given !== undefined || hasTarget(context, connection);
  return {
    state: all ? 'all' : resolved ? 'resolved' : 'open',
    ...(isNamed ? { snapshotId: findTarget(context, connection, given).id } : {}),
    ...(route === undefined ? {} : { route }),
    ...(reviewer === undefined ? {} : { author: reviewer }),
  };
}

async function pages(
  { call }: Connection,
  question: Question,
  limit: number,
): Promise<Pick<Reply<typeof listThreads>, 'threads' | 'matching'>> {
  const first = await call(listThreads, { ...question, limit: Math.min(limit, THREADS_PAGE_MAX) });
  const { threads, matching } = first;
  let { hasMore } = first;
  while (hasMore && threads.length < limit) {
    const after = threads.at(-1)?.comment.id;
    const left = Math.min(limit - threads.length, THREADS_PAGE_MAX);
    const page = await call(listThreads, { ...question, limit: left, ...(after ? { after } : {}) });
    threads.push(...page.threads);
    ({ hasMore } = page);
  }
  return { threads, matching };
}

function none({ state }: Question): string {
  if (state === 'all') return 'No threads found.';
  return state === 'resolved'
    ? 'No resolved threads found.'
    : 'No open threads. --all shows resolved ones too.';
}
