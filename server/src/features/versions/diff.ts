import { Piscina } from 'piscina';
import { AppError } from '../../platform/http/errors.ts';
import type { Diff, Texts } from './diffWorker.ts';

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
export async function diffTexts(before: string, after: string): Promise<Diff> {
  threads ??= startThreads();
  try {
    return await threads.run({ before, after }, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (cause) {
    throw new AppError('unavailable', 'Failed to compare these files. Try again in a moment.', {
      cause,
    });
  }
}
