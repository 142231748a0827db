import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { bytes } from '@stagelink/shared/domain/format';
import {
  ARCHIVE_RATIO,
  FILES_PER_SNAPSHOT,
  type PlanLimits,
  SINGLE_UPLOAD_HOURS,
} from '@stagelink/shared/contracts/limits';
import { pathProblem } from '@stagelink/shared/domain/paths';
import type { ManifestFile, UploadReport } from '@stagelink/shared/contracts/staging';
import type { IncomingBlob, ReceivedBlob } from '../../platform/blobs/assembly.ts';
import { writePack } from '../../platform/blobs/packs.ts';
import { type EnforcedLimits, withUpgrade } from '../identity/accounts/plan.ts';
import type { App } from '../../platform/context.ts';
import { AppError, notFound, toAppError } from '../../platform/http/errors.ts';
import { type FormRules, isMultipart, readMultipart } from '../../platform/http/multipart.ts';
import type { Tx } from '../../platform/db/db.ts';
import { type Allowance, checkLength, receive } from '../../platform/http/receive.ts';
import { lockOwnerForNoKeyUpdate } from '../snapshots/repo.ts';
import { reserve } from './budget.ts';
import { type FinalizeResult, finalized, finalizeIn, type Publication } from './finalize.ts';
import type { IncomingFile } from './incoming.ts';
import { assertSnapshotBytes, checkManifest, totalBytes } from './manifest.ts';
import { assertOpens, pathsInOutput } from './output.ts';
import { open, stagingLimits } from './createUpload.ts';
import { countFiles, countNewBytes } from './newBytes.ts';
import * as repo from './repo.ts';
import { SecretSearch } from './secretSearch.ts';
import type { Staging } from './stagingRequest.ts';
import { UploadSelection } from './selection.ts';
import { warningsOf } from './warnings.ts';
import { readZip } from '@stagelink/shared/staging/node/archive/readZip';
import { invalidArchive, quote } from '@stagelink/shared/staging/node/archive/errors';

/** Most names in a reply. */
const NAMED = 100;
/** Headers and names of the maximum number of files, twice in a zip. */
const FRAME_BYTES = 16 * 1024 * 1024;
/** Folders, and a file that macOS adds per file, count in addition. */
const ENTRIES = FILES_PER_SNAPSHOT * 3;

const isZip = (type: string) => /^application\/(zip|x-zip-compressed)\s*(;|$)/i.test(type);

export function assertType({ headers }: IncomingMessage): void {
  const type = headers['content-type'] ?? '';
  if (!isZip(type) && !isMultipart(type)) {
    throw new AppError(
      'unsupported_media_type',
      'Send a zip as application/zip, or the files as multipart/form-data.',
    );
  }
}

function allowanceOf(limits: EnforcedLimits): Allowance {
  const { snapshotBytes, isUnclaimed = false } = limits;
  const most = bytes(snapshotBytes);
  const maximum = isUnclaimed
    ? 'the maximum for a snapshot without an account'
    : 'the maximum your plan allows for a snapshot';
  return {
    bytes: snapshotBytes + FRAME_BYTES,
    tooLarge: withUpgrade(limits, `These files are larger than ${most}, ${maximum}.`),
  };
}

const tooManyFilesThan = (most: number) => `There are more than ${most} files, the maximum for a snapshot.`;
const FORM: FormRules = {
  files: ENTRIES,
  tooManyFiles: tooManyFilesThan(ENTRIES),
  damaged: (what, cause) => toAppError(invalidArchive(what, cause)),
};

type Unzip = (archive: AsyncIterable<Buffer>) => AsyncIterable<IncomingFile>;

/** What is known once an archive was read. */
interface ArchiveReport {
  /** False: the files came without an archive. */
  isRead: boolean;
  /** Symbolic links: only the end of an archive names them. */
  links: Set<string>;
}

function unzipWith({ snapshotBytes }: PlanLimits, { tooLarge }: Allowance, report: ArchiveReport): Unzip {
  const most = { files: ENTRIES, entries: ENTRIES, bytes: snapshotBytes, ratio: ARCHIVE_RATIO };
  const onLink = (path: string) => void report.links.add(path);
  return (archive) => {
    report.isRead = true;
    return readZip(archive, { ...most, tooLarge, onLink });
  };
}

type Meter = (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** Counts the bytes of all files together; a zip reader counts its own. */
function createMeter({ snapshotBytes }: PlanLimits, { tooLarge }: Allowance): Meter {
  let bytes = 0;
  return async function* (body) {
    for await (const piece of body) {
      bytes += piece.length;
      if (bytes > snapshotBytes) throw new AppError('too_large', tooLarge);
      yield piece;
    }
  };
}

async function* filesOfForm(body: AsyncIterable<Buffer>, type: string): AsyncGenerator<IncomingFile> {
  for await (const { filename, body: bytes } of readMultipart(body, type, FORM)) {
    yield { path: filename, size: null, body: bytes };
  }
}

/** Yields the files of a form: one archive, recognized by its name and missing folder, or the files themselves. */
async function* unpackForm(
  form: AsyncIterable<IncomingFile>,
  unzip: Unzip,
  count: Meter,
): AsyncGenerator<IncomingFile> {
  let [seen, hasArchive] = [0, false];
  for await (const file of form) {
    if (hasArchive)
      throw new AppError('invalid_input', 'Send either one zip or the files themselves, not both.');
    hasArchive = seen === 0 && /^[^/]+\.zip$/i.test(file.path);
    seen += 1;
    if (hasArchive) yield* unzip(file.body);
    else yield { ...file, body: count(file.body) };
  }
}

/** Checks each path before any of its bytes are stored. */
async function* checked(files: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingFile> {
  let count = 0;
  for await (const file of files) {
    const problem = pathProblem(file.path);
    if (problem !== null) throw new AppError('invalid_manifest', `The file ${quote(file.path)} ${problem}.`);
    count += 1;
    if (count > FILES_PER_SNAPSHOT) throw new AppError('too_large', tooManyFilesThan(FILES_PER_SNAPSHOT));
    yield file;
  }
}

export async function* filesOf(
  request: IncomingMessage,
  limits: EnforcedLimits,
  report: ArchiveReport,
): AsyncGenerator<IncomingFile> {
  const type = request.headers['content-type'] ?? '';
  const allowance = allowanceOf(limits);
  checkLength(request, allowance);
  const body = receive(request, allowance);
  const unzip = unzipWith(limits, allowance, report);
  if (isZip(type)) yield* unzip(body);
  else yield* unpackForm(filesOfForm(body, type), unzip, createMeter(limits, allowance));
}

async function* blobsOf(files: AsyncIterable<IncomingFile>): AsyncGenerator<IncomingBlob> {
  for await (const { path, size, body } of files) yield { name: path, sha256: null, size, body };
}

/** What is staged of a received upload, and what to report of it. */
export interface Received {
  manifest: ManifestFile[];
  report: Omit<UploadReport, 'warnings'>;
}

/** The files of a request, within the limits of its account. What their archive is like is written to `archive`. */
export type FilesWithin = (limits: EnforcedLimits, archive: ArchiveReport) => AsyncIterable<IncomingFile>;

/** Selects what is staged of the files of an upload, and searches it for keys. */
class UploadCheck {
  readonly #output: string | undefined;
  readonly #selection = new UploadSelection();
  readonly #search = new SecretSearch();
  readonly archive: ArchiveReport = { isRead: false, links: new Set() };

  constructor({ output }: Pick<FileStaging, 'output'>) {
    this.#output = output;
  }

  pass(files: AsyncIterable<IncomingFile>): AsyncIterable<IncomingFile> {
    return this.#search.search(checked(this.#selection.select(files)));
  }

  /** Throws `secret_found`. */
  finish(received: ReceivedBlob[], allowsSecrets: boolean): Received {
    const names = received.map(({ name }) => name);
    const { paths: selected, leftOut } = this.#selection.finish(names, this.archive.links);
    const paths = this.archive.isRead ? pathsInOutput(selected, this.#output) : selected;
    if (!allowsSecrets) this.#search.assertNone(paths);
    const manifest = received.flatMap(({ sha256, size, name }) => {
      const path = paths.get(name);
      return path === undefined ? [] : [{ path, size, sha256 }];
    });
    if (manifest.length === 0) throw new AppError('invalid_archive', 'It contains no files to stage.');
    const notSearched = this.#search.unsearched(paths);
    return {
      manifest,
      report: { leftOut: leftOut.slice(0, NAMED), notSearched: notSearched.slice(0, NAMED) },
    };
  }
}

/** Deletes what a failed upload has created. */
async function discard(app: App, { id, snapshotId }: repo.UploadRow): Promise<void> {
  await app.db.transaction(async (tx) => {
    await repo.removeUnfinished(tx, id);
    await repo.removeDraft(tx, snapshotId);
  });
}

interface Accepted {
  upload: repo.UploadRow;
  staging: Pick<Staging, 'isSample' | 'address'>;
  stored: ReceivedBlob[];
  manifest: ManifestFile[];
}

/** Checks everything received before recording it, so that nothing of a rejected upload stays. */
async function accept(tx: Tx, app: App, { upload, staging, stored, manifest }: Accepted): Promise<void> {
  const { isSample = false, address } = staging;
  checkManifest(manifest);
  assertOpens(manifest.map(({ path }) => path));
  await lockOwnerForNoKeyUpdate(tx, upload.ownerId);
  const limits = await stagingLimits(tx, app, upload.ownerId);
  assertSnapshotBytes(totalBytes(manifest), limits);
  const sizes = new Map(stored.map(({ sha256, size }) => [sha256, size]));
  if (!(await repo.refer(tx, upload.id, [...sizes.keys()]))) throw notFound('That upload');
  if (isSample) return;
  const added = await reserve(tx, limits, upload, sizes);
  const sender = { ownerId: upload.ownerId, limits, address };
  await countFiles(app, sender, manifest.length);
  await countNewBytes(app, sender, added);
}

export interface FileStaging extends Omit<Staging, 'files'>, Publication {
  /** Publishes files although they hold secret keys. */
  allowsSecrets?: boolean;
  /** The folder of an archive that is staged; found by the rules for a folder when absent. */
  output?: string | undefined;
  /** Begins the transaction that publishes the snapshot. */
  beforePublish?: (tx: Tx, received: Received) => Promise<void>;
  /** Ends the transaction that publishes the snapshot. */
  onPublished?: (tx: Tx, snapshotId: string, version: number) => Promise<void>;
}

export interface UploadResult extends FinalizeResult {
  report: UploadReport;
}

/** Stages files as they arrive, or nothing of them. */
export async function stageFiles(
  app: App,
  { publish, forThreads, allowsSecrets = false, output, beforePublish, onPublished, ...staging }: FileStaging,
  filesWithin: FilesWithin,
): Promise<UploadResult> {
  const check = new UploadCheck({ output });
  const { limits, upload } = await app.db.transaction(async (tx) => {
    const limits = await stagingLimits(tx, app, staging.ownerId);
    const upload = await open(tx, app, limits, { ...staging, files: [] }, SINGLE_UPLOAD_HOURS);
    return { limits, upload };
  });
  try {
    const blobs = blobsOf(check.pass(filesWithin(limits, check.archive)));
    const record = (tx: Tx, stored: ReceivedBlob[]) => {
      const { manifest } = check.finish(stored, allowsSecrets);
      return accept(tx, app, { upload, staging, stored, manifest });
    };
    const stored = await writePack(app, blobs, record, { allOrNothing: true });
    const received = check.finish(stored, allowsSecrets);
    const done = await app.db.transaction(async (tx) => {
      await beforePublish?.(tx, received);
      await repo.setManifest(tx, upload.id, received.manifest);
      const published = await finalizeIn(tx, app, upload, { publish, forThreads });
      await onPublished?.(tx, upload.snapshotId, published.version);
      return published;
    });
    const warnings = await warningsOf(app, received.manifest);
    return {
      ...(await finalized(app, upload.snapshotId, done)),
      report: { ...received.report, warnings },
    };
  } catch (cause) {
    // The sweeper removes what remains; the client needs the first error, not this one.
    await discard(app, upload).catch((failure: unknown) =>
      app.log.warn({ err: failure }, 'a failed upload could not be deleted'),
    );
    throw cause;
  }
}

/** Reads an upload without storing any of it. */
export async function readUpload(
  app: App,
  { ownerId, allowsSecrets = false, output }: FileStaging,
  filesWithin: FilesWithin,
): Promise<Received> {
  const check = new UploadCheck({ output });
  const limits = await stagingLimits(app.db, app, ownerId);
  const read: ReceivedBlob[] = [];
  for await (const { path, body } of check.pass(filesWithin(limits, check.archive))) {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of body) {
      hash.update(piece);
      size += piece.length;
    }
    read.push({ name: path, sha256: hash.digest('hex'), size });
  }
  return check.finish(read, allowsSecrets);
}

/** Stages a complete request, or nothing of it. */
export async function uploadInOneRequest(
  app: App,
  staging: FileStaging,
  request: IncomingMessage,
): Promise<UploadResult> {
  assertType(request);
  return stageFiles(app, staging, (limits, archive) => filesOf(request, limits, archive));
}
