import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Publish } from '@stagelink/shared/contracts/staging';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../accounts/repo.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, record } from '../live/record.ts';
import * as projects from '../projects/repo.ts';
import * as owned from '../snapshots/ownedRepo.ts';
import { mailNewLinks } from '../reviews/newLinks.ts';
import { passwordToStore } from '../snapshots/password.ts';
import * as snapshots from '../snapshots/repo.ts';
import { claimActive } from '../snapshots/service.ts';
import * as subscriptions from '../subscriptions/repo.ts';
import * as pins from '../versions/pinRepo.ts';
import { prune } from '../versions/prune.ts';
import * as versions from '../versions/repo.ts';
import { assertStageable, planOf } from './offer.ts';
import * as repo from './repo.ts';
import { assertOpen } from './send.ts';

const DAY_MS = 86_400_000;

async function completeExtent(tx: Tx, { id }: repo.UploadRow): Promise<repo.Extent> {
  const extent = await repo.extentOf(tx, id);
  if (extent.missing > 0) {
    throw new AppError(
      'upload_incomplete',
      `${extent.missing} of ${extent.files} files have not arrived yet. Send them, then finalize again.`,
    );
  }
  return extent;
}

/** When the snapshot expires from now on; null when the restage leaves that as it is. */
function expiryOf({ expiresInDays }: repo.Settings, limits: PlanLimits, isNew: boolean): Date | null {
  if (expiresInDays === undefined && !isNew) return null;
  const days = Math.min(expiresInDays ?? limits.defaultExpiryDays, limits.maxExpiryDays);
  return new Date(Date.now() + days * DAY_MS);
}

function requestedPassword({ secrets }: App, { passwordSealed }: repo.Settings): string | null | undefined {
  return typeof passwordSealed === 'string'
    ? secrets.open(Buffer.from(passwordSealed, 'base64'))
    : passwordSealed;
}

interface Added {
  version: number;
  /** False: it waits, and the link goes on showing what it showed. */
  isPublished: boolean;
}

/** What was asked of the snapshot becomes true, and it shows the version unless that waits. */
async function settle(
  tx: Tx,
  { ownerId, snapshotId, settings }: repo.UploadRow,
  { version, isPublished }: Added,
  { expiresAt, passwordSealed }: { expiresAt: Date | null; passwordSealed: Buffer | null | undefined },
): Promise<void> {
  const { passwordSealed: _requested, projectId, expiresInDays: _days, ...about } = settings;
  // The project may have gone since it was asked for; that is no reason to refuse the files.
  const stays = projectId ? await projects.hold(tx, ownerId, projectId) : true;
  await snapshots.update(tx, snapshotId, {
    ...about,
    lastVersion: version,
    ...(isPublished ? { version } : {}),
    ...(expiresAt ? { expiresAt } : {}),
    ...(projectId === undefined ? {} : { projectId: stays ? projectId : null }),
    ...(passwordSealed === undefined ? {} : { passwordSealed }),
  });
  if (passwordSealed !== undefined || expiresAt) await announce(tx, { type: 'access_changed', snapshotId });
}

async function tell(
  tx: Tx,
  { ownerId, snapshotId }: repo.UploadRow,
  { version, isPublished }: Added,
): Promise<void> {
  // Nobody else may learn of a version that waits.
  if (!isPublished) return record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
  const channels = [userChannel(ownerId), snapshotChannel(snapshotId)];
  if (version === 1) {
    await record(tx, channels, { type: 'snapshot_created', snapshotId });
    // Owners hear of what is said about what is theirs, until they say otherwise.
    await subscriptions.insert(tx, { id: uuidv7(), userId: ownerId, snapshotId, commentId: null });
    await analytics.record(tx, { type: 'snapshot_created', userId: ownerId, data: { snapshotId } });
  }
  await record(tx, channels, { type: 'snapshot_finalized', snapshotId, version });
}

/** A version that waits can be looked at where versions have origins of their own. */
const canBeLookedAt = ({ config }: App): boolean => config.contentMode === 'origin';

/** Whether the link shows the version at once. */
async function isShownAtOnce(
  tx: Tx,
  app: App,
  { id, version }: snapshots.SnapshotRow,
  publish: Publish,
): Promise<boolean> {
  if (publish === 'no' && version === null) {
    const message = 'The first version cannot wait: the link would show nothing.';
    throw new AppError('invalid_input', message, { field: 'publish' });
  }
  if (publish !== 'unless_pinned') return publish === 'yes';
  return version === null || !canBeLookedAt(app) || (await pins.countOpen(tx, id)) === 0;
}

/** Mails new links to reviewers where the upload has brought another password. */
async function renewLinks(tx: Tx, app: App, before: snapshots.SnapshotRow): Promise<void> {
  const after = await snapshots.find(tx, before.id);
  if (after && after.passwordRevision !== before.passwordRevision) await mailNewLinks(app, tx, after);
}

/** Inside one transaction: before its commit the link shows what it showed, after it the new version, whole. */
export async function finalizeIn(
  tx: Tx,
  app: App,
  limits: PlanLimits,
  { id, ownerId, snapshotId }: Pick<repo.UploadRow, 'id' | 'ownerId' | 'snapshotId'>,
  publish: Publish,
): Promise<number> {
  await accounts.keep(tx, ownerId);
  const snapshot = await snapshots.lock(tx, snapshotId);
  const upload = await repo.lock(tx, id);
  if (!snapshot || !upload) throw notFound('That upload');
  if (upload.finalizedVersion !== null) return upload.finalizedVersion;
  assertOpen(upload);
  if (snapshot.version === null) await claimActive(tx, upload.ownerId, limits.activeSnapshots);
  else assertStageable(snapshot);
  const extent = await completeExtent(tx, upload);

  const version = snapshot.lastVersion + 1;
  const added = { version, isPublished: await isShownAtOnce(tx, app, snapshot, publish) };
  await repo.addVersion(tx, upload, added, extent);
  await settle(tx, upload, added, {
    expiresAt: expiryOf(upload.settings, limits, snapshot.version === null),
    passwordSealed: passwordToStore(app, snapshot.passwordSealed, requestedPassword(app, upload.settings)),
  });
  await renewLinks(tx, app, snapshot);
  await prune(tx, { ...snapshot, version: added.isPublished ? version : snapshot.version });
  await app.jobs.enqueue(tx, 'make_variants', { snapshotId, version });
  await tell(tx, upload, added);
  return version;
}

export interface Finalized {
  snapshot: owned.OwnedRow;
  version: number;
  /** Null when the link shows it, or has shown it. */
  waits: { openPins: number } | null;
}

async function waitingFor(
  { db }: App,
  { id, version: shown }: owned.OwnedRow,
  version: number,
): Promise<Finalized['waits']> {
  if (version === shown) return null;
  const row = await versions.find(db, id, version);
  return row?.publishedAt === null ? { openPins: await pins.countOpen(db, id) } : null;
}

/** What to answer once the version is committed. */
export async function finalized(app: App, snapshotId: string, version: number): Promise<Finalized> {
  app.content.forget(snapshotId);
  const snapshot = await owned.find(app.db, snapshotId);
  if (!snapshot) throw notFound('The requested snapshot');
  return { snapshot, version, waits: await waitingFor(app, snapshot, version) };
}

/** Makes an upload the version its link shows, or one that waits. Asked again, it answers the same. */
export async function finalize(app: App, upload: repo.UploadRow, publish: Publish): Promise<Finalized> {
  const limits = await planOf(app, upload.ownerId);
  const version = await app.db.transaction((tx) => finalizeIn(tx, app, limits, upload, publish));
  return finalized(app, upload.snapshotId, version);
}
