import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Access } from '../access/access.ts';
import { lockAuthors, markThreads, type Staging } from '../agentWork/mark.ts';
import { publishWork } from '../agentWork/record.ts';
import type { App } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, publish } from '../../platform/live/publish.ts';
import type { DashboardSnapshot } from '../snapshots/dashboardRepo.ts';
import * as snapshots from '../snapshots/repo.ts';
import { lockSnapshot, loadForOwner } from '../snapshots/service.ts';
import { emitSnapshots } from '../snapshots/webhooks.ts';
import * as pins from '../pins/repo.ts';
import * as policy from './policy.ts';
import type { VersionWithPins } from './present.ts';
import * as repo from './repo.ts';

const missing = () => notFound('That version');

/** Returns a version visible to this person; throws `not_found` otherwise. */
export async function loadVisible(
  app: Pick<App, 'db'>,
  access: Access,
  number: number,
): Promise<repo.VersionRow> {
  const version = await repo.find(app.db, access.snapshot.id, number);
  if (!version || !policy.canSee(access, version)) throw missing();
  return version;
}

/** Returns the requested version; null if it is the published one. See docs/decisions/0021. */
export async function versionUnlessLive(
  app: Pick<App, 'db'>,
  access: Access,
  wanted: number | null,
): Promise<repo.VersionRow | null> {
  return wanted === null || wanted === access.snapshot.version ? null : loadVisible(app, access, wanted);
}

const NONE = { found: 0, doubtful: 0, lost: 0, removed: 0, elsewhere: 0 };

/** Returns the visible versions, newest first. */
export async function list(app: Pick<App, 'db'>, access: Access): Promise<VersionWithPins[]> {
  const { id } = access.snapshot;
  const [rows, counts] = await Promise.all([repo.ofSnapshot(app.db, id), pins.countsOf(app.db, id)]);
  const byVersion = Map.groupBy(counts, ({ version }) => version);
  return rows
    .filter((row) => policy.canSee(access, row))
    .map((row) => {
      const found = byVersion.get(row.number) ?? [];
      const byStatus = Object.fromEntries(found.map(({ status, count }) => [status, count]));
      return { ...row, pins: found.length === 0 ? null : { ...NONE, ...byStatus } };
    });
}

/** Returns a page of the files of a version. */
export async function listFiles(
  { db }: Pick<App, 'db'>,
  version: repo.VersionRow,
  first: number,
): Promise<{ files: ManifestFile[]; nextCursor: number | null }> {
  const files = await repo.filesFrom(db, version, first);
  const next = first + files.length;
  return { files, nextCursor: next < version.fileCount ? next : null };
}

export const allFiles = ({ db }: Pick<App, 'db'>, version: repo.VersionRow): Promise<ManifestFile[]> =>
  repo.filesOf(db, version);

/** Returns every open pin of a snapshot with its result on a version. */
export async function pinsOn({ db }: Pick<App, 'db'>, id: string, number: number): Promise<pins.Finding[]> {
  if (!(await repo.find(db, id, number))) throw missing();
  return pins.findingsOn(db, id, number);
}

/** Publishes this version. Password, expiry and comments stay. A draft marks the threads that it was staged for. */
export async function publishVersion(
  app: App,
  { id, version: number }: { id: string; version: number },
  by: Staging['by'],
): Promise<DashboardSnapshot> {
  const published = await app.db.transaction(async (tx) => {
    const stagedFor = await repo.stagedForOf(tx, id, number);
    await lockAuthors(tx, id, stagedFor?.threads ?? []);
    const snapshot = await lockSnapshot(tx, id);
    const { ownerId, version } = snapshot;
    const row = await repo.find(tx, id, number);
    if (!row) throw missing();
    if (version === number) return loadForOwner(tx, id);
    await repo.publish(tx, row);
    await snapshots.update(tx, id, { version: number });
    // A version that was live before was announced then.
    if (row.publishedAt === null)
      await emitSnapshots(app, tx, 'snapshot.staged', [await lockSnapshot(tx, id)]);
    const finalized = { type: 'snapshot_finalized', snapshotId: id, version: number } as const;
    const events = [userChannel(ownerId), snapshotChannel(id)].map((channel) => ({
      channel,
      event: finalized,
    }));
    const isMarked = stagedFor !== null && row.publishedAt === null;
    const marking = isMarked
      ? await markThreads(app, tx, { snapshot, version: number, stagedFor, by })
      : null;
    await publishWork(tx, snapshot, marking?.changed ?? [], [...events, ...(marking?.events ?? [])]);
    return loadForOwner(tx, id);
  });
  app.contentCache.invalidate(id);
  return published;
}

/** Discards a draft. The sweeper removes its blobs. */
export async function discard(app: App, id: string, number: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { ownerId } = await lockSnapshot(tx, id);
    const row = await repo.find(tx, id, number);
    if (!row) throw missing();
    if (!policy.canDiscard(row)) {
      throw new AppError('conflict', 'This version was live and cannot be discarded.');
    }
    await repo.remove(tx, row);
    await broadcast(tx, { type: 'access_changed', snapshotId: id });
    await publish(tx, [userChannel(ownerId)], { type: 'lists_changed', snapshotId: id });
  });
  app.contentCache.invalidate(id);
}
