import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EXTEND_DAYS, LIST_PAGE } from '@stagelink/shared/contracts/limits';
import type { Snapshot, updateSnapshot } from '@stagelink/shared/contracts/snapshots';
import * as accounts from '../accounts/repo.ts';
import { limitsOf } from '../accounts/plan.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, record } from '../live/record.ts';
import { presentSnapshot } from './present.ts';
import * as repo from './repo.ts';

/** What the live channel gives a newcomer to start with. */
export async function firstPage(app: App, ownerId: string): Promise<Snapshot[]> {
  const rows = await repo.newestOf(app.db, ownerId, LIST_PAGE);
  return rows.map((row) => presentSnapshot(row, app));
}

/** The snapshot, held until the transaction ends. It may have gone since somebody was found to own it. */
async function hold(tx: Tx, id: string): Promise<repo.LiveSnapshotRow> {
  const row = await repo.lock(tx, id);
  if (!repo.isLive(row)) throw notFound('The requested snapshot');
  return row;
}

export async function assertOwnProject(tx: Tx, ownerId: string, projectId: string): Promise<void> {
  if (!(await repo.hasProject(tx, ownerId, projectId))) throw notFound('That project');
}

export async function change(
  app: App,
  { id, password, ...about }: Parsed<typeof updateSnapshot>,
): Promise<repo.LiveSnapshotRow> {
  const changed = await app.db.transaction(async (tx) => {
    const { ownerId } = await hold(tx, id);
    if (about.projectId) await assertOwnProject(tx, ownerId, about.projectId);
    const passwordSealed = typeof password === 'string' ? app.secrets.seal(password) : password;
    await repo.update(tx, id, { ...about, passwordSealed });
    if (password !== undefined) await announce(tx, { type: 'access_changed', snapshotId: id });
    await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
    return hold(tx, id);
  });
  app.content.forget(id);
  return changed;
}

export async function remove(app: App, id: string): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { ownerId } = await hold(tx, id);
    // Its blobs stay until the sweeper sees that nothing refers to them any more.
    await repo.remove(tx, id);
    await announce(tx, { type: 'access_changed', snapshotId: id });
    await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
  });
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

export async function extend(app: App, id: string): Promise<repo.LiveSnapshotRow> {
  const extended = await app.db.transaction(async (tx) => {
    const { ownerId, expiresAt } = await hold(tx, id);
    const owner = await accounts.find(tx, ownerId);
    if (!owner) throw notFound('The requested snapshot');
    const limits = limitsOf(app.config, owner);
    // One that has expired becomes active again, and counts.
    if (expiresAt.getTime() <= Date.now()) await claimActive(tx, ownerId, limits.activeSnapshots);
    await repo.extend(tx, id, EXTEND_DAYS, limits.maxExpiryDays);
    const row = await hold(tx, id);
    await announce(tx, { type: 'access_changed', snapshotId: id });
    await record(tx, [userChannel(ownerId), snapshotChannel(id)], {
      type: 'snapshot_extended',
      snapshotId: id,
      expiresAt: row.expiresAt.toISOString(),
    });
    return row;
  });
  app.content.forget(id);
  return extended;
}
