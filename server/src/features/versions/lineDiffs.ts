import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import { LRUCache } from 'lru-cache';
import { Piscina } from 'piscina';
import { readVariant } from '../../platform/blobs/read.ts';
import type { App } from '../../platform/context.ts';
import { FairQueue } from '../../platform/fairQueue.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Diff, Texts } from './diffWorker.ts';

/** Far longer than the diff's own time limit. */
const TIMEOUT_MS = 10_000;
const MEMORY_MB = 256;
const CACHED_BYTES = 8 * 1024 * 1024;

/** The worker compares one pair at a time; the texts of the others are not read yet. */
const queue = new FairQueue({ capacity: 1, runningPerKey: 1, waitingPerKey: 20 });

const TOO_DIFFERENT: Diff = { hunks: [], isCut: true, isSplit: false };
/** Whether two texts are too different depends on how busy the computer is. */
const TOO_DIFFERENT_MS = 60 * 60 * 1000;

/** Differences by the hashes of both files. */
const cache = new LRUCache<string, Diff>({
  maxSize: CACHED_BYTES,
  sizeCalculation: (diff) => JSON.stringify(diff).length,
});

let threads: Piscina<Texts, Diff | null> | undefined;

/** One worker thread: comparing is rare and must not occupy the other cores. It ends when idle. */
const startThreads = () =>
  new Piscina<Texts, Diff | null>({
    filename: new URL('diffWorker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

/** Compares two texts in a worker thread: some pairs are built to take long. */
async function diffTexts(texts: Texts): Promise<Diff | null> {
  threads ??= startThreads();
  try {
    return await threads.run(texts, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new AppError('unavailable', 'Failed to compare these files. Try again in a moment.', {
      cause,
    });
  }
}

/** Returns a file's text; empty without a file. Both its name and its bytes must be text. */
async function textOf(app: Pick<App, 'db' | 'blobs'>, file: ManifestFile | null): Promise<string> {
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

/** Returns the difference of two files. Addresses take turns, and a pair is compared once. */
export async function diffFiles(
  app: Pick<App, 'db' | 'blobs'>,
  before: ManifestFile | null,
  after: ManifestFile | null,
  address: string,
): Promise<Diff> {
  const pair = `${before?.sha256} ${after?.sha256}`;
  const compare = async () => {
    const diff = await diffTexts({ before: await textOf(app, before), after: await textOf(app, after) });
    cache.set(pair, diff ?? TOO_DIFFERENT, { ttl: diff ? 0 : TOO_DIFFERENT_MS });
    return diff ?? TOO_DIFFERENT;
  };
  // Another client may have compared the pair while this one waited.
  return cache.get(pair) ?? queue.run(address, async () => cache.get(pair) ?? compare());
}
