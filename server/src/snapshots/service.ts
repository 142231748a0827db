import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import type { updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import * as accounts from '../accounts/repo.ts';
import { limitsOf } from '../accounts/plan.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import type { Db, Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, record } from '../live/record.ts';
import { assertTakes } from '../projects/service.ts';
import { mailNewLinks } from '../reviews/newLinks.ts';
import * as owned from './ownedRepo.ts';
import { passwordToStore } from './password.ts';
import * as repo from './repo.ts';

/** The snapshot, held until the transaction ends. It may have gone since somebody was found to own it. */
export async function hold(tx: Tx, id: string): Promise<repo.LiveSnapshotRow> {
  const row = await repo.lock(tx, id);
  if (!repo.isLive(row)) throw notFound('The requested snapshot');
  return row;
}

/** The snapshot as its owner is shown it. */
export async function shown(db: Db, id: string): Promise<owned.OwnedRow> {
  const row = await owned.find(db, id);
  if (!row) throw notFound('The requested snapshot');
  return row;
}

export async function change(
  app: App,
  { id, password, ...about }: Parsed<typeof updateSnapshot>,
): Promise<owned.OwnedRow> {
  const changed = await app.db.transaction(async (tx) => {
    const before = await hold(tx, id);
    const { ownerId, projectId } = before;
    if (about.projectId && about.projectId !== projectId) await assertTakes(tx, ownerId, about.projectId);
    const passwordSealed = passwordToStore(app, before.passwordSealed, password);
    await repo.update(tx, id, { ...about, passwordSealed });
    const after = await hold(tx, id);
    if (after.passwordRevision !== before.passwordRevision) {
      await mailNewLinks(app, tx, after);
      await announce(tx, { type: 'access_changed', snapshotId: id });
    }
    await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
    return shown(tx, id);
  });
  app.content.forget(id);
  return changed;
}

/** Deletes a snapshot that this transaction holds. Its blobs stay until the sweeper sees that nothing refers to them. */
export async function removeHeld(
  tx: Tx,
  { id, ownerId }: Pick<repo.SnapshotRow, 'id' | 'ownerId'>,
): Promise<void> {
  await repo.remove(tx, id);
  await announce(tx, { type: 'access_changed', snapshotId: id });
  await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
}

export async function remove(app: App, id: string): Promise<void> {
  await app.db.transaction(async (tx) => removeHeld(tx, await hold(tx, id)));
  app.content.forget(id);
}

/** Throws when the plan has no room for one more active snapshot. Until the transaction ends, nobody else takes it. */
export async function claimActive(tx: Tx, ownerId: string, most: number | null): Promise<void> {
  if (most === null) return;
  await repo.lockOwner(tx, ownerId);
  const active = await repo.countActive(tx, ownerId);
  if (active >= most) {
    throw new AppError(
      'plan_limit',
      `Your plan allows ${most} active snapshots and you have ${active}. Delete one, or let one expire, first.`,
    );
  }
}

export async function extend(app: App, id: string): Promise<owned.OwnedRow> {
  const extended = await app.db.transaction(async (tx) => {
    const { ownerId } = await shown(tx, id);
    await accounts.keep(tx, ownerId);
    const { expiresAt } = await hold(tx, id);
    const owner = await accounts.find(tx, ownerId);
    if (!owner) throw notFound('The requested snapshot');
    const limits = limitsOf(app.config, owner);
    // One that has expired becomes active again, and counts.
    if (expiresAt.getTime() <= Date.now()) await claimActive(tx, ownerId, limits.activeSnapshots);
    await repo.extend(tx, [id], EXTEND_DAYS, limits.maxExpiryDays);
    const row = await shown(tx, id);
    await announce(tx, { type: 'access_changed', snapshotId: id });
    await record(tx, [userChannel(ownerId), snapshotChannel(id)], {
      type: 'snapshot_extended',
      snapshotId: id,
      expiresAt: row.expiresAt.toISOString(),
    });
    await analytics.record(tx, { type: 'snapshot_extended', userId: ownerId, data: { snapshotId: id } });
    return row;
  });
  app.content.forget(id);
  return extended;
}
