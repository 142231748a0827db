import { COMPARED_BYTES, FILES_PAGE } from '@stagelink/shared/contracts/limits';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { ChangedFile } from '@stagelink/shared/contracts/versions';
import type { App } from '../../platform/context.ts';
import { FairQueue } from '../../platform/fairQueue.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { typeOf } from '../../platform/serving/types.ts';
import type { Diff } from './diffWorker.ts';
import { diffFiles } from './lineDiffs.ts';
import * as repo from './repo.ts';

const TEXT = /^(text\/|application\/(javascript|json|xml|x-sh|xhtml)|[^;]*\+(json|xml))/;

const isText = (path: string, ...sizes: (number | null | undefined)[]) =>
  TEXT.test(typeOf(path)) && sizes.every((size) => (size ?? 0) <= COMPARED_BYTES);

/** Comparing large versions takes the database tens of milliseconds. */
const comparisons = new FairQueue({ capacity: 2, runningPerKey: 1, waitingPerKey: 20 });

const changeOf = ({ path, before, after }: repo.ComparedFile): ChangedFile => ({
  path,
  change: before === null ? 'added' : after === null ? 'removed' : 'changed',
  before,
  after,
  isText: isText(path, before, after),
});

/** Two versions of a snapshot, and the network of the client that compares them. */
export interface Pair {
  from: repo.VersionRow;
  to: repo.VersionRow;
  address: string;
}

export interface Comparison {
  /** By path. */
  files: ChangedFile[];
  unchanged: number;
  nextCursor: number | null;
}

/** Returns a page of the files that differ. */
export async function compareVersions(
  { db }: Pick<App, 'db'>,
  { from, to, address }: Pair,
  first: number,
): Promise<Comparison> {
  const place = { first, limit: FILES_PAGE + 1 };
  const { files, unchanged } = await comparisons.run(address, () => repo.compare(db, from, to, place));
  const next = first + FILES_PAGE;
  return {
    files: files.slice(0, FILES_PAGE).map(changeOf),
    unchanged,
    nextCursor: files.length > FILES_PAGE ? next : null,
  };
}

/** Compares a text file of two versions line by line. */
export async function compareFile(
  app: Pick<App, 'db' | 'blobs'>,
  { from, to, address }: Pair,
  path: string,
): Promise<Diff> {
  const find = (version: repo.VersionRow): Promise<ManifestFile | null> =>
    repo.findFile(app.db, version, path);
  const [before, after] = await Promise.all([find(from), find(to)]);
  if (!before && !after) throw notFound('That file');
  if (!isText(path, before?.size, after?.size)) {
    throw new AppError('unsupported_media_type', 'Only text of at most 1 MB can be compared line by line.');
  }
  if (before?.sha256 === after?.sha256) return { hunks: [], isCut: false, isSplit: false };
  return diffFiles(app, before, after, address);
}
