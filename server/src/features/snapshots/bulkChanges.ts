import type { startBulkChange } from '@stagelink/shared/contracts/bulkChanges';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { BULK_CHANGE_HOURS, BULK_MAX } from '@stagelink/shared/contracts/limits';
import type { BulkAction } from '@stagelink/shared/contracts/snapshots';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { assertAcceptsSnapshots } from '../projects/service.ts';
import { changeIn } from './bulk.ts';
import * as repo from './bulkChangeRepo.ts';
import type { LockedRow } from './bulkRepo.ts';
import { wordsOf } from './list.ts';
import * as listRepo from './listRepo.ts';

type Input = Parsed<typeof startBulkChange>;

/** Failures stored with their reason. */
const FAILURES_KEPT = 100;

/** Changes up to 500 snapshots in the request, and more in a job. Both can be looked up and undone. */
export async function start(
  app: App,
  ownerId: string,
  { snapshots, action }: Input,
): Promise<repo.BulkChangeRow> {
  return begin(app, ownerId, async (tx) => {
    if (action.type === 'move' && action.projectId !== null)
      await assertAcceptsSnapshots(tx, ownerId, action.projectId);
    return [{ action, ids: await chosen(tx, ownerId, snapshots) }];
  });
}

export async function undo(app: App, ownerId: string, id: string): Promise<repo.BulkChangeRow> {
  return begin(app, ownerId, async (tx) => {
    const change = await repo.lockForUpdate(tx, id);
    if (change?.ownerId !== ownerId) throw notFound('Bulk change');
    if (!change.finishedAt || change.inverse.length === 0) {
      throw new AppError('conflict', 'There is nothing to undo.');
    }
    await repo.save(tx, { ...change, inverse: [] });
    return change.inverse;
  });
}

export async function find(db: Db, ownerId: string, id: string): Promise<repo.BulkChangeRow> {
  const change = await repo.findOwned(db, ownerId, id);
  if (!change) throw notFound('Bulk change');
  return change;
}

/** Runs one portion per transaction, so that it can resume after an interruption. */
export async function runToEnd(app: App, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const changed = await app.db.transaction(async (tx) => {
      const ownerId = await repo.ownerOf(tx, id);
      if (ownerId === undefined) return null;
      await accounts.lockForKeyShare(tx, ownerId);
      return runPortion(tx, app, id);
    });
    if (changed === null) return;
    for (const each of changed) app.contentCache.invalidate(each);
  }
}

export const prune = (db: Db): Promise<number> =>
  repo.prune(db, new Date(Date.now() - BULK_CHANGE_HOURS * 3_600_000));

async function begin(
  app: App,
  ownerId: string,
  plan: (tx: Tx) => Promise<repo.Step[]>,
): Promise<repo.BulkChangeRow> {
  const id = uuidv7();
  const changed = await app.db.transaction(async (tx) => {
    await accounts.lockForKeyShare(tx, ownerId);
    const steps = await plan(tx);
    const total = steps.reduce((sum, { ids }) => sum + ids.length, 0);
    await repo.insert(tx, { id, ownerId, steps, total });
    if (total <= BULK_MAX) return runAll(tx, app, id);
    await app.jobs.enqueue(tx, 'change_snapshots', { changeId: id });
    return [];
  });
  for (const each of changed) app.contentCache.invalidate(each);
  return find(app.db, ownerId, id);
}

async function runAll(tx: Tx, app: App, id: string): Promise<string[]> {
  const changed = await runPortion(tx, app, id);
  return changed === null ? [] : [...changed, ...(await runAll(tx, app, id))];
}

async function chosen(tx: Tx, ownerId: string, snapshots: Input['snapshots']): Promise<string[]> {
  if ('ids' in snapshots) return [...new Set(snapshots.ids)];
  const { tags, ...filter } = snapshots.filter;
  const except = new Set(snapshots.except);
  const { until = null } = snapshots;
  const ids = await listRepo.idsOf(tx, ownerId, { ...filter, tags: wordsOf(tags) }, until);
  return ids.filter((id) => !except.has(id));
}

/** Returns the changed snapshots, or null when nothing is left. */
async function runPortion(tx: Tx, app: App, id: string): Promise<string[] | null> {
  const change = await repo.lockForUpdate(tx, id);
  if (!change || change.finishedAt) return null;
  const [step, ...later] = change.steps;
  const portion = step?.ids.slice(0, BULK_MAX) ?? [];
  const rest = step?.ids.slice(BULK_MAX) ?? [];
  const steps = step && rest.length > 0 ? [{ action: step.action, ids: rest }, ...later] : later;
  const outcome = step
    ? await changeOrFail(tx, app, change.ownerId, { action: step.action, ids: portion })
    : NONE;
  await repo.save(tx, {
    ...change,
    steps,
    inverse: step ? withInverse(change.inverse, step.action, outcome.before) : change.inverse,
    done: change.done + outcome.done.length,
    failedCount: change.failedCount + outcome.failed.length,
    failed: [...change.failed, ...outcome.failed].slice(0, FAILURES_KEPT),
    finishedAt: steps.length === 0 ? new Date() : null,
  });
  return outcome.done;
}

const NONE = { done: [] as string[], failed: [] as repo.Failure[], before: [] as LockedRow[] };

/** An error, such as an archived project, applies to the whole portion. */
async function changeOrFail(
  tx: Tx,
  app: App,
  ownerId: string,
  { action, ids }: repo.Step,
): Promise<typeof NONE> {
  try {
    return await tx.transaction((portion) => changeIn(portion, app, ownerId, { ids, action }));
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return { ...NONE, failed: ids.map((id) => ({ id, message: cause.message })) };
  }
}

/** Adds the steps that restore these snapshots to their state before the action. */
function withInverse(inverse: repo.Step[], action: BulkAction, before: readonly LockedRow[]): repo.Step[] {
  const steps = new Map(inverse.map((step) => [JSON.stringify(step.action), step]));
  for (const row of before) {
    const back = inverseOf(row, action);
    if (!back) continue;
    const key = JSON.stringify(back);
    const step = steps.get(key);
    if (step) step.ids.push(row.id);
    else steps.set(key, { action: back, ids: [row.id] });
  }
  return [...steps.values()];
}

function inverseOf({ projectId, tags }: LockedRow, action: BulkAction): BulkAction | null {
  if (action.type === 'move') return projectId === action.projectId ? null : { type: 'move', projectId };
  if (action.type !== 'tag') return null;
  const after = new Set([...tags.filter((tag) => !action.remove.includes(tag)), ...action.add]);
  const add = tags.filter((tag) => !after.has(tag));
  const remove = [...after].filter((tag) => !tags.includes(tag));
  return add.length + remove.length === 0 ? null : { type: 'tag', add, remove };
}
