import { createHash, hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { LARGE_FILE_BYTES } from '../../contracts/limits.ts';
import { cancelled, stageError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';

/** Identifies an unchanged file. The modification time alone may be set by a build or kept by a copy. */
export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/** One file of the manifest. */
export interface HashedFile extends FileState {
  path: string;
  sha256: string;
}

/** Cache of hashes between runs, for clients that watch a folder. Keys are absolute paths. */
export interface HashCache {
  get: (file: string) => CachedHash | undefined;
  set: (file: string, entry: CachedHash) => void;
}
export interface CachedHash extends FileState {
  sha256: string;
  /** Time of hashing in epoch milliseconds. */
  hashedAt: number;
}

export interface HashOptions {
  emit: Emit;
  signal: AbortSignal;
  cache?: HashCache | undefined;
  /** Epoch milliseconds; compared with file times only. */
  epochMs: () => number;
  /** Milliseconds of a monotonic clock. */
  monotonicMs: () => number;
}

/** Smaller files are read whole into one reused buffer, larger ones in parts. */
const WHOLE_BYTES = 1024 * 1024;
/** Longest time without returning to the event loop, for timers, signals and drawing. */
const TURN_MS = 40;
const READ_ATTEMPTS = 3;
/**
 * A file changed this shortly before hashing may change again within the same timestamp (git's “racy”
 * rule).
 */
const RACY_MS = 2_000;

/** A file changed while or after it was read. */
export class ChangedFile extends Error {
  readonly path: string;

  constructor(file: string) {
    super(`${file} changed while it was read`);
    this.path = file;
  }
}

const stateOf = ({ size, mtimeMs, ctimeMs, ino }: FileState): FileState => ({ size, mtimeMs, ctimeMs, ino });

export const isSame = (a: FileState, b: FileState): boolean =>
  a.size === b.size && a.mtimeMs === b.mtimeMs && a.ctimeMs === b.ctimeMs && a.ino === b.ino;

/**
 * Reads and hashes every file. Small files are read synchronously, because a stream each costs several
 * times as much. Reads a file again that changes meanwhile. Throws `unreadable`, `file_changed` or
 * `cancelled`.
 */
export async function hashFiles(
  output: string,
  paths: readonly string[],
  options: HashOptions,
): Promise<HashedFile[]> {
  const { cache, emit, monotonicMs, signal } = options;
  const buffer = Buffer.allocUnsafe(WHOLE_BYTES);
  const files: HashedFile[] = [];
  let bytes = 0;
  let turned = monotonicMs();
  for (const relative of paths) {
    const file = path.join(output, relative);
    const known = cache && fromCache(cache, file, relative);
    const hashed = known ?? (await hashSteadily(file, relative, buffer, signal));
    if (!known) cache?.set(file, { ...stateOf(hashed), sha256: hashed.sha256, hashedAt: options.epochMs() });
    files.push(hashed);
    bytes += hashed.size;
    if (hashed.size > LARGE_FILE_BYTES) emit({ type: 'large_file', path: relative, bytes: hashed.size });
    if (monotonicMs() - turned > TURN_MS) {
      emit({ type: 'hashing', files: files.length, ofFiles: paths.length, bytes });
      await turn();
      if (signal.aborted) throw cancelled();
      turned = monotonicMs();
    }
  }
  return files;
}

function fromCache(cache: HashCache, file: string, relative: string): HashedFile | undefined {
  const entry = cache.get(file);
  if (!entry || Math.max(entry.mtimeMs, entry.ctimeMs) + RACY_MS > entry.hashedAt) return undefined;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || !isSame(stats, entry)) return undefined;
  return { path: relative, ...stateOf(entry), sha256: entry.sha256 };
}

async function hashSteadily(
  file: string,
  relative: string,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<HashedFile> {
  for (let attempt = 1; attempt <= READ_ATTEMPTS; attempt += 1) {
    const hashed = await hashOnce(file, relative, buffer, signal);
    if (hashed) return hashed;
  }
  throw stageError(
    'file_changed',
    `“${relative}” keeps changing while it is read.`,
    'Stop the program that writes it, such as a dev server or a watching build, then stage again.',
  );
}

/** Returns null when the file changed meanwhile. */
async function hashOnce(
  file: string,
  relative: string,
  buffer: Buffer,
  signal: AbortSignal,
): Promise<HashedFile | null> {
  const handle = openFile(file, relative);
  try {
    const before = fstatSync(handle);
    const sha256 =
      before.size <= buffer.length
        ? hashWhole(handle, before.size, buffer)
        : await hashLong(handle, buffer, signal);
    if (sha256 === null || !isSame(before, fstatSync(handle))) return null;
    return { path: relative, ...stateOf(before), sha256 };
  } finally {
    closeSync(handle);
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Opens a file for reading. Throws `ChangedFile` when it disappeared after it was listed, as temporary
 * files of editors and builds do, otherwise `unreadable` with its path in the output folder.
 */
export function openFile(file: string, relative: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    if (isMissing(cause)) throw new ChangedFile(relative);
    throw stageError(
      'unreadable',
      `“${relative}” could not be read.`,
      'Check that it exists and that you can read it.',
      { cause },
    );
  }
}

function hashWhole(handle: number, size: number, buffer: Buffer): string | null {
  let filled = 0;
  while (filled < size) {
    const read = readSync(handle, buffer, filled, size - filled, null);
    if (read === 0) return null;
    filled += read;
  }
  return hash('sha256', buffer.subarray(0, size), 'hex');
}

async function hashLong(handle: number, buffer: Buffer, signal: AbortSignal): Promise<string> {
  const sum = createHash('sha256');
  for (let part = 1; ; part += 1) {
    const read = readSync(handle, buffer, 0, buffer.length, null);
    if (read === 0) return sum.digest('hex');
    sum.update(buffer.subarray(0, read));
    if (part % 32 === 0) {
      await turn();
      if (signal.aborted) throw cancelled();
    }
  }
}
