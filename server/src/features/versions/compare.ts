import { COMPARED_BYTES, FILES_PAGE } from '@stagelink/shared/contracts/limits';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { ChangedFile } from '@stagelink/shared/contracts/versions';
import { LRUCache } from 'lru-cache';
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
  /** Changed files in the order of their paths. */
  files: ChangedFile[];
  unchanged: number;
  nextCursor: number | null;
}

async function readPage({ db }: Pick<App, 'db'>, { from, to }: Pair, first: number): Promise<Comparison> {
  const { files, unchanged } = await repo.compare(db, from, to, { first, limit: FILES_PAGE + 1 });
  return {
    files: files.slice(0, FILES_PAGE).map(changeOf),
    unchanged,
    nextCursor: files.length > FILES_PAGE ? first + FILES_PAGE : null,
  };
}

/** Everyone who opens a comparison reads the same page of it. */
const pages = new LRUCache<string, Comparison, () => Promise<Comparison>>({
  max: 20,
  fetchMethod: (_name, _stale, { context: read }) => read(),
});

/** Returns a page of the files that differ. Addresses take turns, and a page is read once. */
export function compareVersions(app: Pick<App, 'db'>, pair: Pair, first: number): Promise<Comparison> {
  const { from, to, address } = pair;
  const name = `${from.snapshotId} ${from.number} ${to.number} ${first}`;
  return pages.forceFetch(name, {
    context: () => comparisons.run(address, () => readPage(app, pair, first)),
  });
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
