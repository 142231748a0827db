import { EXTEND_DAYS, TAGS_MAX } from '@stagelink/shared/contracts/limits';
import type { BulkAction } from '@stagelink/shared/contracts/snapshots';
import * as accounts from '../accounts/repo.ts';
import { limitsOf } from '../accounts/plan.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, record, recordEach } from '../live/record.ts';
import { assertTakes } from '../projects/service.ts';
import * as repo from './bulkRepo.ts';
import { countActive, extend, lockOwner } from './repo.ts';

type Failures = { id: string; message: string }[];

const GONE = 'This snapshot no longer exists.';
const TOO_MANY_TAGS = `This snapshot would have more than ${TAGS_MAX} tags.`;

/** What one act does to the snapshots it holds; gives those it could not do it to. */
type Doing = (tx: Tx, rows: repo.HeldRow[]) => Promise<Failures>;

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
const accessChanged = (ids: string[]) =>
  ids.map((snapshotId) => ({ type: 'access_changed', snapshotId }) as const);

const move =
  (ownerId: string, projectId: string | null): Doing =>
  async (tx, rows) => {
    if (projectId !== null) await assertTakes(tx, ownerId, projectId);
    await repo.move(tx, idsOf(rows), projectId);
    return [];
  };

const remove: Doing = async (tx, rows) => {
  await repo.remove(tx, idsOf(rows));
  await announce(tx, ...accessChanged(idsOf(rows)));
  return [];
};

const retag =
  ({ add, remove }: Extract<BulkAction, { type: 'tag' }>): Doing =>
  async (tx, rows) => {
    const changed = rows.map(({ id, tags }) => ({
      id,
      tags: [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])],
    }));
    const fits = changed.filter(({ tags }) => tags.length <= TAGS_MAX);
    await repo.retag(tx, fits);
    return changed.filter((row) => !fits.includes(row)).map(({ id }) => ({ id, message: TOO_MANY_TAGS }));
  };

/** One that has expired becomes active again, and counts: as many come back as the plan has room for. */
async function withoutRoom(
  tx: Tx,
  ownerId: string,
  most: number | null,
  rows: repo.HeldRow[],
): Promise<Failures> {
  const expired = rows.filter(({ isActive }) => !isActive);
  if (most === null || expired.length === 0) return [];
  await lockOwner(tx, ownerId);
  const room = Math.max(0, most - (await countActive(tx, ownerId)));
  const message = `Your plan allows ${most} active snapshots. Delete one, or let one expire, first.`;
  return expired.slice(room).map(({ id }) => ({ id, message }));
}

const prolong =
  (app: App, ownerId: string): Doing =>
  async (tx, rows) => {
    const owner = await accounts.find(tx, ownerId);
    if (!owner) throw notFound('Your account');
    const limits = limitsOf(app.config, owner);
    const failed = await withoutRoom(tx, ownerId, limits.activeSnapshots, rows);
    const ids = idsOf(rows).filter((id) => !failed.some((one) => one.id === id));
    const extended = await extend(tx, ids, EXTEND_DAYS, limits.maxExpiryDays);
    await announce(tx, ...accessChanged(ids));
    await recordEach(
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

function doingOf(app: App, ownerId: string, act: BulkAction): Doing {
  switch (act.type) {
    case 'move':
      return move(ownerId, act.projectId);
    case 'extend':
      return prolong(app, ownerId);
    case 'delete':
      return remove;
    case 'tag':
      return retag(act);
  }
}

interface Changed {
  done: string[];
  failed: Failures;
  /** Those it was done to, as they were before. */
  before: repo.HeldRow[];
}

/** Does one thing to these snapshots: what can be done is done and published, the rest is listed. Lock the account first. */
export async function changeIn(
  tx: Tx,
  app: App,
  ownerId: string,
  { ids, action }: { ids: string[]; action: BulkAction },
): Promise<Changed> {
  const asked = [...new Set(ids)];
  const rows = await repo.lock(tx, ownerId, asked);
  const held = new Set(idsOf(rows));
  const gone = asked.filter((id) => !held.has(id)).map((id) => ({ id, message: GONE }));
  const failed = [...gone, ...(await doingOf(app, ownerId, action)(tx, rows))];
  const isFailed = new Set(idsOf(failed));
  const done = asked.filter((id) => !isFailed.has(id));
  // Its owner hears once, however many there were.
  if (done.length > 0) await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
  return { done, failed, before: rows.filter(({ id }) => !isFailed.has(id)) };
}
