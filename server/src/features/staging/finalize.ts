import type { PlanLimits } from '@stagelink/shared/contracts/limits';
import type { Publish } from '@stagelink/shared/contracts/staging';
import type { Marked } from '@stagelink/shared/contracts/threadWork';
import * as accounts from '../identity/accounts/repo.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import { lockAuthors } from '../agentWork/mark.ts';
import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { type LiveEvent, snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, type ChannelEvent, listsChangedEvent } from '../../platform/live/publish.ts';
import * as projects from '../projects/repo.ts';
import * as owned from '../snapshots/dashboardRepo.ts';
import { mailNewLinks } from '../reviews/newLinks.ts';
import { passwordToStore } from '../snapshots/password.ts';
import * as snapshots from '../snapshots/repo.ts';
import { claimActive } from '../snapshots/service.ts';
import { emitSnapshots } from '../snapshots/webhooks.ts';
import * as follows from '../follows/repo.ts';
import * as pins from '../pins/repo.ts';
import { noteChangedFiles } from '../immutableFiles/service.ts';
import { prune } from '../versions/prune.ts';
import * as versions from '../versions/repo.ts';
import { assertStageable, stagingLimits } from './createUpload.ts';
import { type AddedVersion, findRepeated, type ForThreads, markFor, markForEarlier } from './forThreads.ts';
import { assertSnapshotBytes } from './manifest.ts';
import * as repo from './repo.ts';
import { assertOpen } from './receiveBlobs.ts';

const DAY_MS = 86_400_000;

async function completeExtent(tx: Tx, { id }: repo.UploadRow): Promise<repo.UploadTotals> {
  const extent = await repo.extentOf(tx, id);
  if (extent.missing > 0) {
    throw new AppError(
      'upload_incomplete',
      `${extent.missing} of ${extent.files} files have not arrived yet. Send them, then finalize again.`,
    );
  }
  return extent;
}

/** Returns the new expiry; null if the restage leaves it unchanged. */
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

/** Applies the upload's settings, and publishes the version unless it is a draft. */
async function applySettings(
  tx: Tx,
  { ownerId, snapshotId, settings }: repo.UploadRow,
  { version, isPublished }: AddedVersion,
  { expiresAt, passwordSealed }: { expiresAt: Date | null; passwordSealed: Buffer | null | undefined },
): Promise<void> {
  const { passwordSealed: _requested, projectId, expiresInDays: _days, ...about } = settings;
  // A project deleted meanwhile must not make the upload fail.
  const stays = projectId ? await projects.lockForShare(tx, ownerId, projectId) : true;
  await snapshots.update(tx, snapshotId, {
    ...about,
    lastVersion: version,
    ...(isPublished ? { version } : {}),
    ...(expiresAt ? { expiresAt } : {}),
    ...(projectId === undefined ? {} : { projectId: stays ? projectId : null }),
    ...(passwordSealed === undefined ? {} : { passwordSealed }),
  });
  if (passwordSealed !== undefined || expiresAt) await broadcast(tx, { type: 'access_changed', snapshotId });
}

/** Returns what to publish about a version. */
async function eventsOf(
  app: App,
  tx: Tx,
  { id: snapshotId, ownerId, isSample }: snapshots.SnapshotRow,
  { version, isPublished }: AddedVersion,
): Promise<ChannelEvent[]> {
  // A draft is announced to its owner only.
  if (!isPublished) return [listsChangedEvent(userChannel(ownerId), { snapshotId })];
  const shown = await snapshots.find(tx, snapshotId);
  if (shown) await emitSnapshots(app, tx, 'snapshot.staged', [shown]);
  const events: LiveEvent[] = [{ type: 'snapshot_finalized', snapshotId, version }];
  if (version === 1) {
    events.unshift({ type: 'snapshot_created', snapshotId });
    // An unclaimed snapshot gets a follower, and counts, when it is claimed.
    if (!isUnclaimed(ownerId)) {
      await follows.insertForOwner(tx, ownerId, snapshotId);
      if (!isSample)
        await analytics.record(tx, { type: 'snapshot_created', userId: ownerId, data: { snapshotId } });
    }
  }
  const channels = [userChannel(ownerId), snapshotChannel(snapshotId)];
  return channels.flatMap((channel) => events.map((event) => ({ channel, event })));
}

/** A draft can be verified only where versions have their own origins. */
const canVerifyDrafts = ({ config }: App): boolean => config.contentMode === 'origin';

/** Returns whether the version is published at once. */
async function isShownAtOnce(
  tx: Tx,
  app: App,
  { id, version }: snapshots.SnapshotRow,
  publish: Publish,
): Promise<boolean> {
  if (publish === 'no' && version === null) {
    const message = 'The first version cannot be a draft.';
    throw new AppError('invalid_input', message, { field: 'publish' });
  }
  if (publish !== 'unless_pinned') return publish === 'yes';
  return version === null || !canVerifyDrafts(app) || (await pins.countOpen(tx, id)) === 0;
}

/** Emails new links to reviewers if the upload changed the password. */
async function renewLinks(tx: Tx, app: App, before: snapshots.SnapshotRow): Promise<void> {
  const after = await snapshots.find(tx, before.id);
  if (after && after.passwordRevision !== before.passwordRevision) await mailNewLinks(app, tx, after);
}

/** How a version is published, and what for. */
export interface Publication {
  publish: Publish;
  forThreads?: ForThreads | undefined;
}

interface Finalized {
  version: number;
  /** Null without threads. */
  threads: Marked | null;
}

/** Finalizes in one transaction: the link switches to the complete new version on commit. */
export async function finalizeIn(
  tx: Tx,
  app: App,
  { id, ownerId, snapshotId }: Pick<repo.UploadRow, 'id' | 'ownerId' | 'snapshotId'>,
  { publish, forThreads }: Publication,
): Promise<Finalized> {
  await accounts.lockForKeyShare(tx, ownerId);
  if (forThreads) await lockAuthors(tx, snapshotId, forThreads.stagedFor.threads);
  const snapshot = await snapshots.lockForNoKeyUpdate(tx, snapshotId);
  const upload = await repo.lockForUpdate(tx, id);
  if (!snapshot || !upload) throw notFound('That upload');
  if (upload.finalizedVersion !== null) {
    const version = upload.finalizedVersion;
    return { version, threads: await markForEarlier(app, tx, snapshot, version, forThreads) };
  }
  assertOpen(upload);
  // Pro may have ended since the upload began.
  const limits = await stagingLimits(tx, app, ownerId);
  const isNew = snapshot.version === null;
  if (!isNew) assertStageable(snapshot);
  // A restaged sample shows files of its owner, so it becomes a snapshot like any other.
  if (isNew !== snapshot.isSample) await claimActive(tx, ownerId, limits);
  const extent = await completeExtent(tx, upload);
  assertSnapshotBytes(extent.bytes, limits);

  const isPublished = await isShownAtOnce(tx, app, snapshot, publish);
  const repeated = forThreads && (await findRepeated(tx, snapshot, upload, forThreads, isPublished));
  const added = { version: repeated ?? snapshot.lastVersion + 1, isPublished };
  if (repeated) await repo.joinVersion(tx, upload, repeated);
  else await repo.addVersion(tx, upload, added, extent);
  await noteChangedFiles(tx, snapshotId, added.version);
  if (!isNew && snapshot.isSample) await snapshots.update(tx, snapshotId, { isSample: false });
  await applySettings(tx, upload, added, {
    expiresAt: expiryOf(upload.settings, limits, isNew),
    passwordSealed: passwordToStore(app, snapshot.passwordSealed, requestedPassword(app, upload.settings)),
  });
  await renewLinks(tx, app, snapshot);
  await prune(tx, { ...snapshot, version: isPublished ? added.version : snapshot.version });
  if (!repeated) await app.jobs.enqueue(tx, 'make_variants', { snapshotId, version: added.version });
  const events = repeated ? [] : await eventsOf(app, tx, snapshot, added);
  const named = { ...snapshot, name: upload.settings.name ?? snapshot.name };
  return { version: added.version, threads: await markFor(app, tx, named, added, forThreads, events) };
}

export interface FinalizeResult {
  snapshot: owned.DashboardSnapshot;
  version: number;
  /** Null if the version is or was published. */
  draft: { openPins: number } | null;
  /** Null without threads. */
  threads: Marked | null;
}

async function waitingFor(
  { db }: App,
  { id, version: shown }: owned.DashboardSnapshot,
  version: number,
): Promise<FinalizeResult['draft']> {
  if (version === shown) return null;
  const row = await versions.find(db, id, version);
  return row?.publishedAt === null ? { openPins: await pins.countOpen(db, id) } : null;
}

/** Returns the reply after the version is committed. */
export async function finalized(
  app: App,
  snapshotId: string,
  { version, threads }: Finalized,
): Promise<FinalizeResult> {
  app.contentCache.invalidate(snapshotId);
  const snapshot = await owned.find(app.db, snapshotId);
  if (!snapshot) throw notFound('The requested snapshot');
  return { snapshot, version, draft: await waitingFor(app, snapshot, version), threads };
}

/** Turns an upload into a published version or a draft. Idempotent. */
export async function finalize(
  app: App,
  upload: repo.UploadRow,
  publication: Publication,
): Promise<FinalizeResult> {
  const done = await app.db.transaction((tx) => finalizeIn(tx, app, upload, publication));
  return finalized(app, upload.snapshotId, done);
}
