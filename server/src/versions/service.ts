import type { Access } from '../access/access.ts';
import type { App } from '../app.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, record } from '../live/record.ts';
import type { OwnedRow } from '../snapshots/ownedRepo.ts';
import * as snapshots from '../snapshots/repo.ts';
import { hold, shown } from '../snapshots/service.ts';
import * as pins from './pinRepo.ts';
import * as policy from './policy.ts';
import type { Listed } from './present.ts';
import * as repo from './repo.ts';

const missing = () => notFound('That version');

/** A version that this person may see; any other looks as if it did not exist. */
export async function seen(app: Pick<App, 'db'>, access: Access, number: number): Promise<repo.VersionRow> {
  const version = await repo.find(app.db, access.snapshot.id, number);
  if (!version || !policy.canSee(access, version)) throw missing();
  return version;
}

/** The version somebody asks to look at; null when the link itself shows it. */
export async function otherThanShown(
  app: Pick<App, 'db'>,
  access: Access,
  wanted: number | null,
): Promise<repo.VersionRow | null> {
  return wanted === null || wanted === access.snapshot.version ? null : seen(app, access, wanted);
}

const NONE = { found: 0, doubtful: 0, lost: 0, elsewhere: 0 };

/** The versions this person may see, newest first. */
export async function list(app: Pick<App, 'db'>, access: Access): Promise<Listed[]> {
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

/** Every open pin of a snapshot, and what became of it on a version. */
export async function pinsOn({ db }: Pick<App, 'db'>, id: string, number: number): Promise<pins.Finding[]> {
  if (!(await repo.find(db, id, number))) throw missing();
  return pins.findingsOn(db, id, number);
}

/** Lets the link show this version. Its password, its expiry and everything said about it stay. */
export async function publish(app: App, id: string, number: number): Promise<OwnedRow> {
  const published = await app.db.transaction(async (tx) => {
    const { ownerId, version } = await hold(tx, id);
    const row = await repo.find(tx, id, number);
    if (!row) throw missing();
    if (version === number) return shown(tx, id);
    await repo.publish(tx, row);
    await snapshots.update(tx, id, { version: number });
    const finalized = { type: 'snapshot_finalized', snapshotId: id, version: number } as const;
    await record(tx, [userChannel(ownerId), snapshotChannel(id)], finalized);
    return shown(tx, id);
  });
  app.content.forget(id);
  return published;
}

/** Throws away a version that was never shown. Its blobs are left to the sweeper. */
export async function discard(app: App, id: string, number: number): Promise<void> {
  await app.db.transaction(async (tx) => {
    const { ownerId } = await hold(tx, id);
    const row = await repo.find(tx, id, number);
    if (!row) throw missing();
    if (!policy.canDiscard(row)) {
      throw new AppError('conflict', 'This version was shown to people, so it stays.');
    }
    await repo.remove(tx, row);
    await announce(tx, { type: 'access_changed', snapshotId: id });
    await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
  });
  app.content.forget(id);
}
