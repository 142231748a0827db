import { UPLOAD_HOURS } from '@stagelink/shared/contracts/limits';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../identity/accounts/repo.ts';
import {
  type EnforcedLimits,
  planLimit,
  type StagingLimits,
  stagingLimitsOf,
} from '../identity/accounts/plan.ts';
import type { App } from '../../platform/context.ts';
import { ASYNC_COMMIT, type Db, type Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { assertAcceptsSnapshots } from '../projects/service.ts';
import { type LiveSnapshotRow, lockOwnerForNoKeyUpdate } from '../snapshots/repo.ts';
import * as snapshots from '../snapshots/repo.ts';
import { claimActive } from '../snapshots/service.ts';
import { defaultName, newLabel, newPassword, newSnapshotId } from '../snapshots/ids.ts';
import { assertVersionLimit } from '../versions/prune.ts';
import { claimUpload, reserve } from './budget.ts';
import * as folderLinks from './folderLinkRepo.ts';
import { type Draft, findDraft, findOpen, findRepeated, presentJoined } from './joinUpload.ts';
import { assertNewBytes, countFiles } from './newBytes.ts';
import { assertSnapshotBytes, checkManifest, sizesOf, totalBytes } from './manifest.ts';
import { assertOpens } from './output.ts';
import * as repo from './repo.ts';
import type { NewUpload, Staging, UploadRequest } from './stagingRequest.ts';
import { findUnchanged } from './unchanged.ts';
import { quote } from '@stagelink/shared/staging/node/archive/errors';

const expired = (what: string) => new AppError('gone', what);

/** Reads the limits that hold now; part of the transaction that enforces them. */
export async function stagingLimits(db: Db, app: App, ownerId: string): Promise<StagingLimits> {
  const owner = await accounts.find(db, ownerId);
  if (!owner) throw new AppError('unauthenticated', 'Please log in first.');
  return stagingLimitsOf(app, owner);
}

/** Only a snapshot that has not expired accepts a new version. */
export function assertStageable({ expiresAt }: Pick<LiveSnapshotRow, 'expiresAt'>): void {
  if (expiresAt.getTime() <= Date.now()) {
    throw expired('This snapshot has expired. Extend it first, then stage again.');
  }
}

function assertExpiry(limits: EnforcedLimits, days: number | undefined): void {
  if (days === undefined || days <= limits.maxExpiryDays) return;
  throw planLimit(limits, `Your plan allows links for at most ${limits.maxExpiryDays} days.`, {
    field: 'expiresInDays',
  });
}

function settingsOf(
  app: App,
  { password, ...about }: UploadRequest,
  { isNew, draft }: { isNew: boolean; draft: Draft | undefined },
): repo.Settings {
  const wanted = password === undefined && isNew ? 'generate' : password;
  if (wanted === undefined) return about;
  if (wanted === 'generate' && typeof draft?.passwordSealed === 'string')
    return { ...about, passwordSealed: draft.passwordSealed };
  const text = wanted === 'generate' ? newPassword() : wanted;
  return { ...about, passwordSealed: text === null ? null : app.secrets.seal(text).toString('base64') };
}

/** Creates a snapshot without a version, which cannot be opened yet. */
async function createDraft(
  tx: Tx,
  { ownerId, isSample = false }: Pick<Staging, 'ownerId' | 'isSample'>,
  expiresAt: Date,
): Promise<string> {
  const id = newSnapshotId();
  const name = defaultName(id);
  await snapshots.insert(tx, { id, ownerId, label: newLabel(), name, expiresAt, isSample });
  return id;
}

/** Creates an upload with its settings, and its snapshot if there is none yet. */
export async function open(
  tx: Tx,
  app: App,
  limits: StagingLimits,
  staging: Staging,
  hours: number,
  draft?: Draft,
): Promise<repo.UploadRow> {
  const { ownerId, restaged, requested, source, files, folderKey, idempotencyKey } = staging;
  assertExpiry(limits, requested.expiresInDays);
  await claimUpload(tx, ownerId, limits.openUploads);
  if (restaged) {
    assertStageable(restaged);
    await assertVersionLimit(tx, restaged);
  }
  // Checked again when finalizing; this avoids a useless upload.
  else if (!staging.isSample) await claimActive(tx, ownerId, limits);
  if (requested.projectId && requested.projectId !== restaged?.projectId)
    await assertAcceptsSnapshots(tx, ownerId, requested.projectId);
  const expiresAt = new Date(Date.now() + hours * 3_600_000);
  const snapshotId = restaged?.id ?? draft?.id ?? (await createDraft(tx, staging, expiresAt));
  if (folderKey !== undefined && !restaged && !draft)
    await folderLinks.put(tx, ownerId, folderKey, snapshotId);
  const settings = settingsOf(app, requested, { isNew: restaged === null, draft });
  const upload = { id: uuidv7(), ownerId, snapshotId, settings, source, expiresAt };
  await repo.insert(tx, { ...upload, idempotencyKey }, files);
  return { ...upload, finalizedVersion: null };
}

function checkSizes(files: ManifestFile[], unclaimed: repo.MissingBlob[]): void {
  const actual = new Map(unclaimed.map((blob) => [blob.sha256, blob.actual]));
  const wrong = files.find(({ sha256 }) => (actual.get(sha256) ?? null) !== null);
  if (wrong) {
    throw new AppError(
      'invalid_manifest',
      `${quote(wrong.path)} is listed with ${wrong.size} bytes, but the file with its SHA-256 has ${actual.get(wrong.sha256)}.`,
      { field: 'files' },
    );
  }
}

/** Takes a manifest and returns which blobs the owner still has to send. */
export async function createUpload(app: App, staging: Staging): Promise<NewUpload> {
  checkManifest(staging.files);
  assertOpens(staging.files.map(({ path }) => path));
  const sizes = sizesOf(staging.files);
  return app.db.transaction(async (tx) => {
    const limits = await stagingLimits(tx, app, staging.ownerId);
    assertSnapshotBytes(totalBytes(staging.files), limits);
    // An upload lost in a crash of PostgreSQL is created again; only sent blobs must be durable.
    await tx.raw(`select ${ASYNC_COMMIT}`);
    await lockOwnerForNoKeyUpdate(tx, staging.ownerId);
    const repeated = await findRepeated(tx, app, staging);
    if (repeated) return presentJoined(tx, repeated);
    const draft = await findDraft(tx, app, staging);
    const joined = await findOpen(tx, app, staging, draft);
    if (joined) return presentJoined(tx, joined);
    const upload = await open(tx, app, limits, staging, UPLOAD_HOURS, draft);
    const unclaimed = await repo.claim(tx, upload, sizes);
    checkSizes(staging.files, unclaimed);
    const added = await reserve(tx, limits, upload, sizes);
    const { ownerId, address } = staging;
    // Counted when they arrive; this avoids a useless upload.
    await assertNewBytes(app, { ownerId, limits, address }, added);
    await countFiles(app, { ownerId, limits }, staging.files.length);
    const { restaged, files } = staging;
    const missing = new Set(unclaimed.map(({ sha256 }) => sha256));
    return {
      uploadId: upload.id,
      snapshotId: upload.snapshotId,
      version: (restaged?.lastVersion ?? 0) + 1,
      missing: [...sizes.keys()].filter((sha256) => missing.has(sha256)),
      unchangedSince: restaged && missing.size === 0 ? await findUnchanged(tx, restaged, files) : null,
    };
  });
}
