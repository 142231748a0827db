import type { IncomingMessage } from 'node:http';
import { ARCHIVE_RATIO, FILES_PER_SNAPSHOT } from '@stagelink/shared/contracts/limits';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { IncomingBlob } from '../../platform/blobs/assembly.ts';
import { writePack } from '../../platform/blobs/packs.ts';
import type { App } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { type Allowance, checkLength, receive } from '../../platform/http/receive.ts';
import * as snapshots from '../snapshots/repo.ts';
import { stagingLimits } from './createUpload.ts';
import { countNewBytes } from './newBytes.ts';
import { sizesOf, totalBytes } from './manifest.ts';
import * as repo from './repo.ts';
import { readZip } from '@stagelink/shared/staging/node/archive/readZip';
import { invalidEntry } from '@stagelink/shared/staging/node/archive/errors';

/** Zip overhead per file: two headers with names, a descriptor, and incompressible blocks. */
const ZIP_BYTES_PER_FILE = 1024;
const ZIP_BYTES_BESIDES = 128 * 1024;

function allowanceOf(manifest: ManifestFile[]): Allowance {
  return {
    bytes: Math.ceil(totalBytes(manifest) * 1.01) + manifest.length * ZIP_BYTES_PER_FILE + ZIP_BYTES_BESIDES,
    tooLarge: 'The archive is larger than the files of this upload.',
  };
}

export function assertOpen(upload: repo.UploadRow): void {
  if (upload.expiresAt.getTime() <= Date.now()) {
    throw new AppError('gone', 'This upload has expired. Please stage again.');
  }
}

function present(upload: repo.UploadRow | undefined): repo.UploadRow {
  if (!upload) throw notFound('That upload');
  if (upload.finalizedVersion === null) assertOpen(upload);
  return upload;
}

export const ownUpload = async (app: App, ownerId: string, id: string): Promise<repo.UploadRow> =>
  present(await repo.find(app.db, id, ownerId));

/** Returns the upload as it is after a finalization that is under way. */
export const settledUpload = async (app: App, ownerId: string, id: string): Promise<repo.UploadRow> =>
  present(await repo.lockForKeyShare(app.db, id, ownerId));

/** Returns the missing hashes, each once, in the manifest's order. */
export async function missingOf(app: App, upload: repo.UploadRow): Promise<string[]> {
  if (upload.finalizedVersion !== null) return [];
  return repo.missing(app.db, upload.id);
}

/** Returns the version number this upload would get now. */
export async function nextVersion(app: App, snapshotId: string): Promise<number> {
  const snapshot = await snapshots.find(app.db, snapshotId);
  return (snapshot?.lastVersion ?? 0) + 1;
}

/** Yields the missing blobs of an archive as they arrive. Skips stored ones, so that repeating a request is fine. */
async function* blobsOf(
  body: AsyncIterable<Buffer>,
  manifest: ManifestFile[],
  missing: ReadonlySet<string>,
): AsyncGenerator<IncomingBlob> {
  const sizes = sizesOf(manifest);
  const names = new Map(manifest.map(({ sha256, path }) => [sha256, path]));
  const sizeOf = (hash: string) => {
    const size = sizes.get(hash);
    if (size === undefined) throw invalidEntry(hash, 'is not the SHA-256 of a file of this upload');
    return size;
  };
  const limits = {
    files: FILES_PER_SNAPSHOT,
    entries: FILES_PER_SNAPSHOT,
    bytes: totalBytes(manifest),
    tooLarge: 'The archive contains more than the files of this upload.',
    ratio: ARCHIVE_RATIO,
    sizeOf,
  };
  for await (const { path: sha256, body: bytes } of readZip(body, limits)) {
    if (!missing.has(sha256)) continue;
    yield { name: names.get(sha256) ?? sha256, sha256, size: sizeOf(sha256), body: bytes };
  }
}

/** Receives an archive whose entries are named by their hashes. Returns what is still missing. */
export async function send(
  app: App,
  upload: repo.UploadRow,
  { request, address }: { request: IncomingMessage; address: string },
): Promise<string[]> {
  if (!/^application\/(zip|x-zip-compressed)\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new AppError('unsupported_media_type', 'Send the missing files as one zip, as application/zip.');
  }
  const missing = await missingOf(app, upload);
  if (missing.length === 0) return [];
  const manifest = await repo.manifestOf(app.db, upload.id);
  const allowance = allowanceOf(manifest);
  checkLength(request, allowance);
  const blobs = blobsOf(receive(request, allowance), manifest, new Set(missing));
  const stored = await writePack(
    app,
    blobs,
    async (tx, whole) => {
      // The upload may have been finalized, deleted or swept meanwhile.
      const hashes = whole.map(({ sha256 }) => sha256);
      if (!(await repo.refer(tx, upload.id, hashes))) throw notFound('That upload');
      const { ownerId } = upload;
      const sender = { ownerId, limits: await stagingLimits(tx, app, ownerId), address };
      await countNewBytes(
        app,
        sender,
        whole.reduce((sum, { size }) => sum + size, 0),
      );
    },
    { expected: missing },
  );
  const arrived = new Set(stored.map(({ sha256 }) => sha256));
  return missing.every((hash) => arrived.has(hash)) ? [] : missingOf(app, upload);
}
