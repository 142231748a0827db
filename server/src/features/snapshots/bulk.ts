import { EXTEND_DAYS, TAGS_MAX } from '@stagelink/shared/contracts/limits';
import type { BulkAction } from '@stagelink/shared/contracts/snapshots';
import { lastsLongest } from '@stagelink/shared/domain/timeLeft';
import * as accounts from '../identity/accounts/repo.ts';
import { type EnforcedLimits, enforcedLimitsOf, withUpgrade } from '../identity/accounts/plan.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, publish, publishAll } from '../../platform/live/publish.ts';
import { assertAcceptsSnapshots } from '../projects/service.ts';
import * as repo from './bulkRepo.ts';
import { countActive, extend, findAll, lockOwnerForNoKeyUpdate } from './repo.ts';
import { longestReason } from './service.ts';
import { emitSnapshots } from './webhooks.ts';

type Failures = { id: string; message: string }[];

const GONE = 'This snapshot no longer exists.';
const TOO_MANY_TAGS = `This snapshot would have more than ${TAGS_MAX} tags.`;

/** Applies one action to locked snapshots. Returns the failures. */
type BulkHandler = (tx: Tx, rows: repo.LockedRow[]) => Promise<Failures>;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const accessChanged = (ids: string[]) =>
  ids.map((snapshotId) => ({ type: 'access_changed', snapshotId }) as const);

const move =
  (ownerId: string, projectId: string | null): BulkHandler =>
  async (tx, rows) => {
    if (projectId !== null) await assertAcceptsSnapshots(tx, ownerId, projectId);
    await repo.move(tx, idsOf(rows), projectId);
    return [];
  };

const remove =
  (app: App): BulkHandler =>
  async (tx, rows) => {
    const ids = idsOf(rows);
    await emitSnapshots(app, tx, 'snapshot.deleted', await findAll(tx, ids));
    await repo.remove(tx, ids);
    await broadcast(tx, ...accessChanged(ids));
    return [];
  };

const retag =
  ({ add, remove }: Extract<BulkAction, { type: 'tag' }>): BulkHandler =>
  async (tx, rows) => {
    const changed = rows.map(({ id, tags }) => ({
      id,
      tags: [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])],
    }));
    const fits = changed.filter(({ tags }) => tags.length <= TAGS_MAX);
    await repo.retag(tx, fits);
    return changed.filter((row) => !fits.includes(row)).map(({ id }) => ({ id, message: TOO_MANY_TAGS }));
  };

/** An expired snapshot becomes active again and counts: extends as many as the plan allows. */
async function overLimit(
  tx: Tx,
  ownerId: string,
  limits: EnforcedLimits,
  rows: repo.LockedRow[],
): Promise<Failures> {
  const most = limits.activeSnapshots;
  const expired = rows.filter(({ isActive, isSample }) => !isActive && !isSample);
  if (most === null || expired.length === 0) return [];
  await lockOwnerForNoKeyUpdate(tx, ownerId);
  const room = Math.max(0, most - (await countActive(tx, ownerId)));
  const message = withUpgrade(
    limits,
    `Your plan allows ${most} active snapshots. Delete one, or let one expire, first.`,
  );
  return expired.slice(room).map(({ id }) => ({ id, message }));
}

function atLongest(limits: EnforcedLimits, rows: repo.LockedRow[]): Failures {
  const message = longestReason(limits);
  return rows
    .filter(({ expiresAt }) => lastsLongest(expiresAt.getTime(), Date.now(), limits.maxExpiryDays))
    .map(({ id }) => ({ id, message }));
}

const prolong =
  (app: App, ownerId: string): BulkHandler =>
  async (tx, rows) => {
    const owner = await accounts.find(tx, ownerId);
    if (!owner) throw notFound('Your account');
    const limits = enforcedLimitsOf(app.config, owner);
    const failed = [...atLongest(limits, rows), ...(await overLimit(tx, ownerId, limits, rows))];
    const ids = idsOf(rows).filter((id) => !failed.some((one) => one.id === id));
    const extended = await extend(tx, ids, EXTEND_DAYS, limits.maxExpiryDays);
    await broadcast(tx, ...accessChanged(ids));
    await publishAll(
      tx,
      extended.map(({ id, expiresAt }) => ({
        channel: snapshotChannel(id),
        event: { type: 'snapshot_extended', snapshotId: id, expiresAt: expiresAt.toISOString() },
      })),
    );
    await analytics.record(
      tx,
      ...extended.map(({ id }) => ({
        type: 'snapshot_extended' as const,
        userId: ownerId,
        data: { snapshotId: id },
      })),
    );
    return failed;
  };

function handlerFor(app: App, ownerId: string, act: BulkAction): BulkHandler {
  switch (act.type) {
    case 'move':
      return move(ownerId, act.projectId);
    case 'extend':
      return prolong(app, ownerId);
    case 'delete':
      return remove(app);
    case 'tag':
      return retag(act);
  }
}

interface BulkResult {
  done: string[];
  failed: Failures;
  /** The changed snapshots, as they were before. */
  before: repo.LockedRow[];
}

/**
 * Applies one action to these snapshots: applies and publishes what is possible and lists the rest. Lock the account
 * first.
 */
export async function changeIn(
  tx: Tx,
  app: App,
  ownerId: string,
  { ids, action }: { ids: string[]; action: BulkAction },
): Promise<BulkResult> {
  const requested = [...new Set(ids)];
  const rows = await repo.lockForNoKeyUpdate(tx, ownerId, requested);
  const held = new Set(idsOf(rows));
  const gone = requested.filter((id) => !held.has(id)).map((id) => ({ id, message: GONE }));
  const failed = [...gone, ...(await handlerFor(app, ownerId, action)(tx, rows))];
  const isFailed = new Set(idsOf(failed));
  const done = requested.filter((id) => !isFailed.has(id));
  // One event for the owner, whatever the number of snapshots.
  if (done.length > 0) await publish(tx, [userChannel(ownerId)], { type: 'lists_changed' });
  return { done, failed, before: rows.filter(({ id }) => !isFailed.has(id)) };
}
