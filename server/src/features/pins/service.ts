import { pinSummary } from '@stagelink/shared/domain/pinSummary';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { notify } from '../notifications/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import * as repo from './repo.ts';
import { loadVisible } from '../versions/service.ts';

async function summaryOf(tx: Tx, snapshotId: string, counts: readonly repo.Count[]): Promise<string> {
  const countOf = (status: repo.PinStatus) => counts.find((one) => one.status === status)?.count ?? 0;
  const [lost, removed, doubtful] = [countOf('lost'), countOf('removed'), countOf('doubtful')];
  const found = (await repo.countOpen(tx, snapshotId)) - lost - removed - doubtful;
  return pinSummary({ found, doubtful, lost, removed, unknown: 0 });
}

async function notifyOwner(app: App, tx: Tx, { id, ownerId, name, version }: LiveSnapshotRow): Promise<void> {
  const counts = (await repo.countsOf(tx, id)).filter((one) => one.version === version);
  await notify(app, tx, {
    userId: ownerId,
    type: 'other',
    title: sentence`Pins on “${name}” need to be checked`,
    message: `${await summaryOf(tx, id, counts)} on version ${version}.`,
    actionUrl: `/s/${id}`,
    snapshotId: id,
  });
}

const isInDoubt = (status: repo.PinStatus) => status !== 'found';

/**
 * Stores a browser's pin results for a version. Notifies the owner once, based on the owner's own clients and the
 * published version only: a visitor's report may be made up and is a hint.
 */
export async function report(
  app: App,
  access: Access,
  number: number,
  findings: repo.Finding[],
): Promise<void> {
  const { snapshot, isOwner } = access;
  await loadVisible(app, access, number);
  // A result from another page says nothing about the pin.
  const known = findings.filter(({ status }) => status !== 'elsewhere');
  if (known.length === 0) return;
  await app.db.transaction(async (tx) => {
    const kept = await repo.insertPinResults(tx, snapshot.id, number, known, isOwner);
    if (!isOwner || number !== snapshot.version || !kept.some(isInDoubt)) return;
    if (await repo.claimPinNotice(tx, snapshot.id, number)) await notifyOwner(app, tx, snapshot);
  });
}
