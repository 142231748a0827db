import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { linkOf } from '../snapshots/present.ts';
import * as snapshots from '../snapshots/repo.ts';
import * as versions from '../versions/repo.ts';
import * as folderLinks from './folderLinkRepo.ts';
import * as repo from './repo.ts';
import type { NewUpload, Staging } from './stagingRequest.ts';

/** The unpublished snapshot of a folder that another upload has created. */
export interface Draft {
  id: string;
  /** Shared by its uploads, so that no client reports a password that another one replaces. */
  passwordSealed: string | null | undefined;
}

/** Returns true when a password is protected as requested; a generated one may be any. */
function hasPassword(
  app: App,
  stored: string | null | undefined,
  wanted: Staging['requested']['password'],
  isNew: boolean,
) {
  if (wanted === undefined && !isNew) return true;
  if (wanted === undefined || wanted === 'generate') return typeof stored === 'string';
  return wanted === (typeof stored === 'string' ? app.secrets.open(Buffer.from(stored, 'base64')) : stored);
}

/** Returns true when an upload has every setting that is requested. */
function hasSettings(app: App, { settings }: repo.UploadRow, { requested, restaged }: Staging): boolean {
  const { password, ...about } = requested;
  const stored = new Map(Object.entries(settings));
  return (
    Object.entries(about).every(
      ([name, value]) => value === undefined || isDeepStrictEqual(stored.get(name), value),
    ) && hasPassword(app, settings.passwordSealed, password, restaged === null)
  );
}

const isSame = async (tx: Tx, app: App, upload: repo.UploadRow, staging: Staging): Promise<boolean> =>
  hasSettings(app, upload, staging) && (await repo.hasManifest(tx, upload.id, staging.files));

const isExpired = ({ expiresAt }: { expiresAt: Date }): boolean => expiresAt.getTime() <= Date.now();

/** Returns whether an upload is open, or its version is still the one that staging added last, shown or a draft. */
async function isCurrent(db: Db, { snapshotId, finalizedVersion }: repo.UploadRow): Promise<boolean> {
  if (finalizedVersion === null) return true;
  const snapshot = await snapshots.find(db, snapshotId);
  if (!snapshot || isExpired(snapshot) || snapshot.lastVersion !== finalizedVersion) return false;
  if (snapshot.version === finalizedVersion) return true;
  return (await versions.find(db, snapshotId, finalizedVersion))?.publishedAt === null;
}

/** Returns the upload that this request repeats; undefined when it is the first with its key. */
export async function findRepeated(tx: Tx, app: App, staging: Staging): Promise<repo.UploadRow | undefined> {
  const { ownerId, idempotencyKey, restaged } = staging;
  if (idempotencyKey === undefined) return undefined;
  const upload = await repo.findByKey(tx, ownerId, idempotencyKey);
  if (!upload) return undefined;
  const isAtSameLink = restaged === null || restaged.id === upload.snapshotId;
  if (isAtSameLink && (await isSame(tx, app, upload, staging)) && (await isCurrent(tx, upload)))
    return upload;
  throw new AppError('conflict', 'This idempotency key belongs to another upload. Use a new one.', {
    field: 'idempotencyKey',
  });
}

/** Returns the draft of the folder that this request joins. Throws `link_exists` when the folder has a link. */
export async function findDraft(tx: Tx, app: App, staging: Staging): Promise<Draft | undefined> {
  const { ownerId, folderKey, newLink, restaged } = staging;
  if (folderKey === undefined || newLink || restaged) return undefined;
  const linked = await folderLinks.lockForKeyShare(tx, ownerId, folderKey);
  if (!linked) return undefined;
  if (linked.version === null) {
    const [first] = await repo.openOf(tx, ownerId, linked.id);
    return { id: linked.id, passwordSealed: first?.settings.passwordSealed };
  }
  if (isExpired(linked)) return undefined;
  const url = linkOf(app, linked.id);
  throw new AppError('link_exists', `This folder has a link already: ${url}.`, {
    link: { snapshotId: linked.id, url },
  });
}

/** Returns an open upload of the same files to the same link, as two clients of one computer may create at once. */
export async function findOpen(
  tx: Tx,
  app: App,
  staging: Staging,
  draft: Draft | undefined,
): Promise<repo.UploadRow | undefined> {
  const { restaged, folderKey } = staging;
  const snapshotId = restaged?.id ?? draft?.id;
  if (folderKey === undefined || snapshotId === undefined || (restaged && isExpired(restaged)))
    return undefined;
  for (const upload of await repo.openOf(tx, staging.ownerId, snapshotId)) {
    if (await isSame(tx, app, upload, staging)) return upload;
  }
  return undefined;
}

/** Returns an upload that was created before, as its creation is answered. */
export async function presentJoined(tx: Tx, upload: repo.UploadRow): Promise<NewUpload> {
  const snapshot = await snapshots.find(tx, upload.snapshotId);
  return {
    uploadId: upload.id,
    snapshotId: upload.snapshotId,
    version: upload.finalizedVersion ?? (snapshot?.lastVersion ?? 0) + 1,
    missing: upload.finalizedVersion === null ? await repo.missing(tx, upload.id) : [],
    unchangedSince: null,
  };
}
