import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { ChangedFile } from '@stagelink/shared/contracts/versions';
import { COMPARED_BYTES } from '@stagelink/shared/contracts/limits';
import { readVariant } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';
import { typeOf } from '../../platform/serving/types.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import type { Diff, Texts } from './diffWorker.ts';
import * as repo from './repo.ts';
import { Piscina } from 'piscina';

/** Far longer than the diff's own time limit. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const WAITING = 50;

let threads: Piscina<Texts, Diff> | undefined;

/** One worker thread: comparing is rare and must not occupy the other cores. It ends when idle. */
const startThreads = () =>
  new Piscina<Texts, Diff>({
    filename: new URL('diffWorker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

/** Compares two texts in a worker thread: some pairs are built to take long. */
async function diffTexts(before: string, after: string): Promise<Diff> {
  threads ??= startThreads();
  try {
    return await threads.run({ before, after }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new AppError('unavailable', 'Failed to compare these files. Try again in a moment.', {
      cause,
    });
  }
}

const TEXT = /^(text\/|application\/(javascript|json|xml|x-sh|xhtml)|[^;]*\+(json|xml))/;

const isText = (path: string, ...sides: (ManifestFile | undefined)[]) =>
  TEXT.test(typeOf(path)) && sides.every((file) => (file?.size ?? 0) <= COMPARED_BYTES);

const byPath = (files: ManifestFile[]) => new Map(files.map((file) => [file.path, file]));

function changeOf(
  path: string,
  before: ManifestFile | undefined,
  after: ManifestFile | undefined,
): ChangedFile {
  return {
    path,
    change: before ? (after ? 'changed' : 'removed') : 'added',
    before: before?.size ?? null,
    after: after?.size ?? null,
    isText: isText(path, before, after),
  };
}

export interface Comparison {
  /** By path. */
  files: ChangedFile[];
  unchanged: number;
}

function compareManifests(from: ManifestFile[], to: ManifestFile[]): Comparison {
  const [old, now] = [byPath(from), byPath(to)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  const changed = paths.filter((path) => old.get(path)?.sha256 !== now.get(path)?.sha256);
  return {
    files: changed.map((path) => changeOf(path, old.get(path), now.get(path))),
    unchanged: paths.length - changed.length,
  };
}

export async function compareVersions(
  { db }: Pick<App, 'db'>,
  from: repo.VersionRow,
  to: repo.VersionRow,
): Promise<Comparison> {
  return compareManifests(await repo.filesOf(db, from), await repo.filesOf(db, to));
}

/** Returns a file's text; empty without a file. Both its name and its bytes must be text. */
async function textOf(app: Pick<App, 'db' | 'blobs'>, file: ManifestFile | undefined): Promise<string> {
  if (!file) return '';
  const bytes = await readVariant(app, file.sha256, 'identity');
  if (!bytes) throw new Error(`The bytes of ${file.sha256} are gone`);
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
  }
  throw new AppError('unsupported_media_type', 'This file is not text, so there are no lines to compare.');
}

export async function compareFile(
  app: Pick<App, 'db' | 'blobs'>,
  from: repo.VersionRow,
  to: repo.VersionRow,
  path: string,
): Promise<Diff> {
  const [old, now] = [byPath(await repo.filesOf(app.db, from)), byPath(await repo.filesOf(app.db, to))];
  const [before, after] = [old.get(path), now.get(path)];
  if (!before && !after) throw notFound('That file');
  if (!isText(path, before, after)) {
    throw new AppError('unsupported_media_type', 'Only text of at most 1 MB can be compared line by line.');
  }
  if (before?.sha256 === after?.sha256) return { hunks: [], isCut: false, isSplit: false };
  return diffTexts(await textOf(app, before), await textOf(app, after));
}
