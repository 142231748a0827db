import type * as z from 'zod';
import type { DiffHunk } from '@stagelink/shared/contracts/versionHistory';
import { Piscina } from 'piscina';
import { AppError } from '../http/errors.ts';
import type { Texts } from './diffWorker.ts';

export interface Diff {
  hunks: z.infer<typeof DiffHunk>[];
  isCut: boolean;
  isSplit: boolean;
}

/** Far longer than a diff takes that gives up by itself. */
const PATIENCE_MS = 10_000;
const MEMORY_MB = 256;
const WAITING = 50;

let threads: Piscina<Texts, Diff> | undefined;

/** One thread for all: comparing is rare, and everybody else needs the other cores. It ends when nothing is compared. */
const startThreads = () =>
  new Piscina<Texts, Diff>({
    filename: new URL('diffWorker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING,
    idleTimeout: 10_000,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });

/** What changed between two texts, found in a thread of its own: some pairs are made to take long. */
export async function diffTexts(before: string, after: string): Promise<Diff> {
  threads ??= startThreads();
  try {
    return await threads.run({ before, after }, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (cause) {
    throw new AppError('unavailable', 'These files could not be compared now. Please try again shortly.', {
      cause,
    });
  }
}
