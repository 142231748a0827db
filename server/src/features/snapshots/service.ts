import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import { lastsLongest } from '@stagelink/shared/domain/timeLeft';
import * as accounts from '../identity/accounts/repo.ts';
import { type EnforcedLimits, enforcedLimitsOf, withUpgrade, planLimit } from '../identity/accounts/plan.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import {
  broadcast,
  type ChannelEvent,
  listsChangedEvent,
  publish,
  publishAll,
} from '../../platform/live/publish.ts';
import { assertAcceptsSnapshots } from '../projects/service.ts';
import { mailNewLinks } from '../reviews/newLinks.ts';
import * as owned from './dashboardRepo.ts';
import { passwordToStore } from './password.ts';
import * as repo from './repo.ts';
import { emitSnapshots } from './webhooks.ts';

/** Locks the snapshot. It may have been deleted since the access check. */
export async function lockSnapshot(tx: Tx, id: string): Promise<repo.LiveSnapshotRow> {
  const row = await repo.lockForNoKeyUpdate(tx, id);
  if (!repo.isLive(row)) throw notFound('The requested snapshot');
  return row;
}

/** Loads the snapshot as its owner sees it. */
export async function loadForOwner(db: Db, id: string): Promise<owned.DashboardSnapshot> {
  const row = await owned.find(db, id);
  if (!row) throw notFound('The requested snapshot');
  return row;
}

export async function change(
  app: App,
  { id, password, ...about }: Parsed<typeof updateSnapshot>,
): Promise<owned.DashboardSnapshot> {
  const changed = await app.db.transaction(async (tx) => {
    const before = await lockSnapshot(tx, id);
    const { ownerId, projectId } = before;
    if (about.projectId && about.projectId !== projectId)
      await assertAcceptsSnapshots(tx, ownerId, about.projectId);
    const passwordSealed = passwordToStore(app, before.passwordSealed, password);
    await repo.update(tx, id, { ...about, passwordSealed });
    const after = await lockSnapshot(tx, id);
    if (after.passwordRevision !== before.passwordRevision) {
      await mailNewLinks(app, tx, after);
      await broadcast(tx, { type: 'access_changed', snapshotId: id });
    }
    await publish(tx, [userChannel(ownerId)], { type: 'lists_changed', snapshotId: id });
    return loadForOwner(tx, id);
  });
  app.contentCache.invalidate(id);
  return changed;
}

/**
 * Deletes a locked snapshot and publishes that, with what else there is to publish: a deletion counts for its account,
 * which must be locked before channels. The sweeper removes its blobs.
 */
export async function removeLocked(
  app: Pick<App, 'config' | 'jobs'>,
  tx: Tx,
  snapshot: repo.SnapshotRow,
  more: ChannelEvent[] = [],
): Promise<void> {
  const { id, ownerId } = snapshot;
  await emitSnapshots(app, tx, 'snapshot.deleted', [snapshot]);
  await repo.remove(tx, id);
  await broadcast(tx, { type: 'access_changed', snapshotId: id });
  await publishAll(tx, [listsChangedEvent(userChannel(ownerId), { snapshotId: id }), ...more]);
}

export async function remove(app: App, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { ownerId } = await loadForOwner(tx, id);
    await accounts.lockForKeyShare(tx, ownerId);
    await removeLocked(app, tx, await lockSnapshot(tx, id));
  });
  app.contentCache.invalidate(id);
}

/** Throws if the plan allows no further active snapshot. Locks the owner so that the place stays free. */
export async function claimActive(
  tx: Tx,
  ownerId: string,
  limits: Pick<EnforcedLimits, 'activeSnapshots' | 'upgradeUrl'>,
): Promise<void> {
  const most = limits.activeSnapshots;
  if (most === null) return;
  await repo.lockOwnerForNoKeyUpdate(tx, ownerId);
  const active = await repo.countActive(tx, ownerId);
  if (active >= most) {
    throw planLimit(
      limits,
      `Your plan allows ${most} active snapshots and you have ${active}. Delete one, or let one expire, first.`,
    );
  }
}

/** Says why a link that lasts as long as these limits allow cannot be extended. */
export const longestReason = (limits: Pick<EnforcedLimits, 'maxExpiryDays' | 'upgradeUrl'>): string =>
  withUpgrade(
    limits,
    `A link lasts at most ${limits.maxExpiryDays} days from now, and this one already does.`,
  );

/** What a superadmin does besides, by limits that are not the owner's plan's. */
interface Override {
  limits: EnforcedLimits;
  alsoPublish: (tx: Tx) => Promise<ChannelEvent[]>;
  alsoDo: (tx: Tx, snapshot: owned.DashboardSnapshot) => Promise<void>;
}

export async function extend(
  app: App,
  id: string,
  override: Override | null = null,
): Promise<owned.DashboardSnapshot> {
  const extended = await app.db.transaction(async (tx) => {
    const { ownerId } = await loadForOwner(tx, id);
    await accounts.lockForKeyShare(tx, ownerId);
    const { expiresAt, isSample } = await lockSnapshot(tx, id);
    const owner = await accounts.find(tx, ownerId);
    if (!owner) throw notFound('The requested snapshot');
    const limits = override?.limits ?? enforcedLimitsOf(app.config, owner);
    if (lastsLongest(expiresAt.getTime(), Date.now(), limits.maxExpiryDays))
      throw new AppError('plan_limit', longestReason(limits));
    // An expired snapshot becomes active again and counts.
    if (expiresAt.getTime() <= Date.now() && !isSample) await claimActive(tx, ownerId, limits);
    await repo.extend(tx, [id], EXTEND_DAYS, limits.maxExpiryDays);
    const row = await loadForOwner(tx, id);
    await broadcast(tx, { type: 'access_changed', snapshotId: id });
    const event = {
      type: 'snapshot_extended',
      snapshotId: id,
      expiresAt: row.expiresAt.toISOString(),
    } as const;
    await publishAll(tx, [
      { channel: userChannel(ownerId), event },
      { channel: snapshotChannel(id), event },
      ...((await override?.alsoPublish(tx)) ?? []),
    ]);
    await analytics.record(tx, { type: 'snapshot_extended', userId: ownerId, data: { snapshotId: id } });
    await override?.alsoDo(tx, row);
    return row;
  });
  app.contentCache.invalidate(id);
  return extended;
}

/** Ends the link now. One that has ended keeps its end, by which its retention is counted. */
export async function expire(app: App, id: string): Promise<owned.DashboardSnapshot> {
  const expired = await app.db.transaction(async (tx) => {
    const { ownerId, expiresAt } = await lockSnapshot(tx, id);
    if (expiresAt.getTime() > Date.now()) {
      await repo.update(tx, id, { expiresAt: new Date() });
      await broadcast(tx, { type: 'access_changed', snapshotId: id });
      await publish(tx, [userChannel(ownerId)], { type: 'lists_changed', snapshotId: id });
    }
    return loadForOwner(tx, id);
  });
  app.contentCache.invalidate(id);
  return expired;
}
