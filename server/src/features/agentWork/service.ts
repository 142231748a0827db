import type { decideWork, markStaged, sendThreads } from '@stagelink/shared/contracts/agentWork';
import type { Parsed, Reply } from '@stagelink/shared/contracts/endpoint';
import type { Thread } from '@stagelink/shared/contracts/threads';
import type { Agent, Plan } from '@stagelink/shared/contracts/threadWork';
import { ownAccess, ownSnapshot } from '../access/access.ts';
import { write } from '../comments/post.ts';
import * as comments from '../comments/repo.ts';
import * as threadRepo from '../comments/threadRepo.ts';
import * as threads from '../comments/threads.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { runEach } from '../../platform/jobs/each.ts';
import type { CountedRequest, Principal, RequestContext } from '../../platform/http/principal.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { assertThread, lockAuthors, markThreads } from './mark.ts';
import { publishWork, send as sendTo } from './record.ts';
import * as repo from './repo.ts';
import { type AgentAction, patchFor, stateAfter } from './transition.ts';

type OwnerContext = RequestContext<Principal>;

/** Locks a snapshot of the owner. */
async function lockOwn(tx: Tx, { principal }: OwnerContext, id: string): Promise<LiveSnapshotRow> {
  const snapshot = await lockSnapshot(tx, id);
  if (snapshot.ownerId !== principal.userId) throw notFound('The requested snapshot');
  return snapshot;
}

/** Sends threads of a snapshot to agents. Throws if one of those named cannot be sent. */
export async function send(
  app: App,
  context: OwnerContext,
  { id, threads: named }: Parsed<typeof sendThreads>,
): Promise<number> {
  await ownSnapshot(app, context.principal, id);
  return app.db.transaction(async (tx) => {
    const snapshot = await lockOwn(tx, context, id);
    if (named !== 'open') await assertSendable(tx, id, named);
    return sendTo(tx, snapshot, named, context.principal.name);
  });
}

async function assertSendable(tx: Tx, snapshotId: string, ids: readonly string[]): Promise<void> {
  const open = await threadRepo.openAmong(tx, snapshotId, ids);
  const missing = ids.find((id) => !open.has(id));
  if (missing === undefined) return;
  throw new AppError('invalid_input', 'Only open threads of this snapshot can be sent.', {
    field: 'threads',
  });
}

async function snapshotOf(app: App, { principal }: OwnerContext, thread: string): Promise<string> {
  const snapshotId = await threadRepo.ownSnapshotOf(app.db, principal.userId, thread);
  if (snapshotId === undefined) throw notFound('That thread');
  return snapshotId;
}

/** Lets an agent of the owner act on a thread. Two that act at once wait for the snapshot's lock. */
async function act(app: App, context: OwnerContext, id: string, action: AgentAction): Promise<Thread> {
  const snapshotId = await snapshotOf(app, context, id);
  await app.db.transaction(async (tx) => {
    const snapshot = await lockOwn(tx, context, snapshotId);
    const comment = await assertThread(tx, snapshotId, id);
    if (action.patch.plan) await assertMarks(tx, snapshotId, action.patch.plan);
    const work = (await repo.findAll(tx, snapshotId, [id])).get(id);
    await repo.update(tx, id, patchFor(work, comment, action));
    await publishWork(tx, snapshot, [id]);
  });
  return threads.one(app, context, id);
}

export const take = (app: App, context: OwnerContext, id: string, agent: Agent): Promise<Thread> =>
  act(app, context, id, { event: 'take', agent, patch: { isTaken: true } });

export const propose = (
  app: App,
  context: OwnerContext,
  id: string,
  { agent, plan }: { agent: Agent; plan: Plan },
): Promise<Thread> =>
  act(app, context, id, { event: 'propose', agent, patch: { isTaken: false, isAccepted: false, plan } });

/** The elements of a plan are pinned, or in the page of a pin, on the same snapshot. */
async function assertMarks(tx: Tx, snapshotId: string, { marks }: Plan): Promise<void> {
  const pinned = await threadRepo.pinnedAmong(
    tx,
    snapshotId,
    marks.map(({ thread }) => thread),
  );
  const isKnown = ({ thread, node }: Plan['marks'][number]) => {
    const hasTree = pinned.get(thread);
    return hasTree !== undefined && (node === undefined || hasTree);
  };
  if (marks.every(isKnown)) return;
  throw new AppError('invalid_input', 'A mark names an element that is not on this snapshot.', {
    field: 'plan.marks',
  });
}

/** Marks threads as staged with a version that is published. */
export async function stage(
  app: App,
  context: OwnerContext,
  { id, version, ...stagedFor }: Parsed<typeof markStaged>,
): Promise<Reply<typeof markStaged>> {
  await ownSnapshot(app, context.principal, id);
  return app.db.transaction(async (tx) => {
    await lockAuthors(tx, id, stagedFor.threads);
    const snapshot = await lockOwn(tx, context, id);
    if (!(await comments.hasVersion(tx, id, version, false))) {
      throw new AppError('invalid_input', 'This version is not published.', { field: 'version' });
    }
    const staging = { snapshot, version, stagedFor, by: context.principal };
    const { staged, refused, changed, events } = await markThreads(app, tx, staging);
    await publishWork(tx, snapshot, changed, events);
    return { staged, refused };
  });
}

/** Decides, as the owner, on a proposal or on work that goes on. */
export async function decide(
  app: App,
  context: CountedRequest<Principal>,
  { id, decision, text }: Parsed<typeof decideWork>,
): Promise<Thread> {
  if (decision === 'correct' && text === undefined) {
    throw new AppError('invalid_input', 'Say how the proposal has to change.', { field: 'text' });
  }
  const snapshotId = await snapshotOf(app, context, id);
  const access = await ownAccess(app, context.principal, snapshotId);
  await app.db.transaction(async (tx) => {
    if (text !== undefined) await write(app, tx, access, context, replyOf(id, text));
    const snapshot = await lockOwn(tx, context, snapshotId);
    const work = (await repo.findAll(tx, snapshotId, [id])).get(id);
    const state = stateAfter(work, decision);
    if (state === work?.state) return;
    const isAccepted = decision === 'accept';
    await repo.update(tx, id, { state, isTaken: decision !== 'withdraw', isAccepted });
    await publishWork(tx, snapshot, [id]);
  });
  return threads.one(app, context, id);
}

/** A reply without files. */
export const replyOf = (
  parentId: string,
  text: string,
  by: { anonymousUserId?: string | undefined; authorName?: string } = {},
) => ({
  fields: {
    text,
    parentId,
    state: 'published' as const,
    ...(by.anonymousUserId === undefined ? {} : { anonymousUserId: by.anonymousUserId }),
    ...(by.authorName === undefined ? {} : { authorName: by.authorName }),
  },
  files: [],
});

/** Returns threads whose agents were silent for too long to those that wait. Returns how many. */
export const returnSilent = async (app: Pick<App, 'db' | 'log'>, signal?: AbortSignal): Promise<number> =>
  runEach(
    app,
    await repo.findSilent(app.db),
    ({ id, snapshotId }) =>
      app.db.transaction(async (tx) => {
        const snapshot = await lockSnapshot(tx, snapshotId);
        // It may have given a sign of life since.
        if (!(await repo.isSilent(tx, id))) return false;
        const work = (await repo.findAll(tx, snapshotId, [id])).get(id);
        await repo.update(tx, id, { state: stateAfter(work, 'interrupt'), isTaken: false });
        await publishWork(tx, snapshot, [id]);
        return true;
      }),
    signal,
  );
