import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lock } from 'proper-lockfile';
import writeFileAtomic from 'write-file-atomic';
import { stageError } from '../../core/errors.ts';

/** A lock is left behind when a program is killed, and then expires. */
const STALE_MS = 5_000;
const RETRY_MS = 25;
const RETRIES = { retries: (2 * STALE_MS) / RETRY_MS, factor: 1, minTimeout: RETRY_MS, maxTimeout: RETRY_MS };

/** Returns undefined for a file that is missing or cannot be read. */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes atomically, with mode 0600, so that a reader sees the old text or the new one. */
export const writeText = (file: string, text: string): Promise<void> =>
  writeFileAtomic(file, text, { mode: 0o600 });

/** Runs `work` while no other program of this computer runs work on the same file. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await runLocked(file, work);
  } catch (cause) {
    const folder = path.dirname(file);
    throw stageError(
      'links_unwritable',
      `The links of your folders could not be stored in ${folder}.`,
      'Check that you can write to it and that the disk is not full, then stage again.',
      { cause },
    );
  }
}

async function runLocked<T>(file: string, work: () => Promise<T>): Promise<T> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const release = await lock(file, {
    realpath: false,
    stale: STALE_MS,
    retries: RETRIES,
    // Files are written atomically, so the worst is that an older record comes last.
    onCompromised: () => {},
  });
  try {
    return await work();
  } finally {
    await release().catch(() => {});
  }
}
