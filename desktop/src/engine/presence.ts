import { statSync } from 'node:fs';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';

const LOOK_EVERY_MS = 2_000;

/** False for one that was deleted or renamed, or whose disk is not there. */
export function isThere(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** Looks again and again until `signal` ends it. Notices of the system are no help: a disk that goes away gives none. */
export async function lookOften(
  look: () => void,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    look();
    // Being ended is not a fault: the loop's own condition sees it.
    await surroundings.wait(LOOK_EVERY_MS, signal).catch(() => {});
  }
}
