import type { listAllSnapshots, takeDownSnapshot } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { sentence } from '@stagelink/shared/domain/sentence';
import * as accounts from '../identity/accounts/repo.ts';
import { notifyAll } from '../notifications/service.ts';
import { lockSnapshot, removeLocked } from '../snapshots/service.ts';
import { find, isLive } from '../snapshots/repo.ts';
import type { App } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { eventsForSuperadmins, logAction } from './audit.ts';
import { type ListPage, readCursor, splitPage, withTotal } from '../../platform/db/keyset.ts';
import * as repo from './snapshotRepo.ts';

export async function page(
  { db, secrets }: Pick<App, 'db' | 'secrets'>,
  query: Parsed<typeof listAllSnapshots>,
): Promise<ListPage<repo.AdminSnapshotRow>> {
  const name = `snapshots ${query.sort} ${query.order}`;
  return splitPage(
    secrets,
    name,
    query.limit,
    await repo.page(db, query, readCursor(secrets, name, query.cursor)),
  );
}

/** A page with the first files of each snapshot, which the table of all snapshots omits. */
export async function list(app: Pick<App, 'db' | 'secrets'>, query: Parsed<typeof listAllSnapshots>) {
  const { rows, ...rest } = await withTotal(page(app, query), repo.count(app.db, query));
  const ids = rows.map(({ id }) => id);
  return { rows, files: await repo.firstFilesOf(app.db, ids), ...rest };
}

/** Deletes a snapshot of any account, notifies its owner of the reason, and logs both. */
export async function takeDown(
  app: App,
  admin: Principal,
  { id, reason }: Parsed<typeof takeDownSnapshot>,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const known = await find(tx, id);
    if (!isLive(known)) throw notFound('That snapshot');
    await accounts.lockForKeyShare(tx, known.ownerId);
    const snapshot = await lockSnapshot(tx, id);
    const notified = await notifyAll(app, tx, [
      {
        userId: known.ownerId,
        type: 'other',
        title: 'Snapshot removed',
        message: sentence`“${known.name}” was removed by the administrator of this server. Reason: ${reason}`,
        actionUrl: null,
        snapshotId: null,
      },
    ]);
    await logAction(tx, admin, {
      action: 'snapshot_removed',
      target: { id, name: snapshot.name },
      reason,
    });
    const event = { type: 'admin_snapshot_changed', snapshotId: id } as const;
    await removeLocked(app, tx, snapshot, [...notified, ...(await eventsForSuperadmins(tx, event))]);
  });
  app.contentCache.invalidate(id);
}
