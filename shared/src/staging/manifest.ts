import { createHash, hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { LARGE_FILE_BYTES } from '../contracts/limits.ts';
import { cancelled, StageError } from './errors.ts';
import type { Emit } from './events.ts';

/** What tells whether a file is still the same. Its time alone may be set by a build or kept by a copy. */
export type FileState = Pick<Stats, 'size' | 'mtimeMs' | 'ctimeMs' | 'ino'>;

/** One file of the manifest. */
export interface HashedFile extends FileState {
  path: string;
  sha256: string;
}

/** Remembers hashes between runs; kept by clients that watch a folder. Keys are absolute paths. */
export interface HashCache {
  get: (file: string) => CachedHash | undefined;
  set: (file: string, entry: CachedHash) => void;
}
export interface CachedHash extends FileState {
  sha256: string;
  /** When it was hashed, in milliseconds since 1970. */
  hashedAt: number;
}

export interface HashOptions {
  emit: Emit;
  signal: AbortSignal;
  cache?: HashCache | undefined;
  /** Milliseconds since 1970; only compared with file times. */
  today: () => number;
  /** Milliseconds on a clock that never goes back. */
  now: () => number;
}

/** Files up to this are read whole into one reused buffer; larger ones pass through it. */
const WHOLE_BYTES = 1024 * 1024;
/** How long hashing may keep the event loop before it lets timers, signals and drawing have a turn. */
const TURN_MS = 40;
const READ_ATTEMPTS = 3;
/** A file written this shortly before it was hashed may change again without its time changing (git's “racy” rule). */
const RACY_MS = 2_000;

/** A file was written while it was being read, or since. */
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
 * Reads and hashes every file. Small files are read whole and hashed at once: a stream for each costs several times
 * as much. A file that changes while it is read is read again. Throws `unreadable`, `file_changed` or `cancelled`.
 */
export async function hashFiles(
  output: string,
  paths: readonly string[],
  options: HashOptions,
): Promise<HashedFile[]> {
  const { cache, emit, now, signal } = options;
  const buffer = Buffer.allocUnsafe(WHOLE_BYTES);
  const files: HashedFile[] = [];
  let bytes = 0;
  let turned = now();
  for (const relative of paths) {
    const file = path.join(output, relative);
    const known = cache && fromCache(cache, file, relative);
    const hashed = known ?? (await hashSteadily(file, relative, buffer, signal));
    if (!known) cache?.set(file, { ...stateOf(hashed), sha256: hashed.sha256, hashedAt: options.today() });
    files.push(hashed);
    bytes += hashed.size;
    if (hashed.size > LARGE_FILE_BYTES) emit({ type: 'large_file', path: relative, bytes: hashed.size });
    if (now() - turned > TURN_MS) {
      emit({ type: 'hashing', files: files.length, ofFiles: paths.length, bytes });
      await turn();
      if (signal.aborted) throw cancelled();
      turned = now();
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
  throw new StageError(
    'file_changed',
    `“${relative}” keeps changing while it is read.`,
    'Stop whatever writes it, such as a dev server or a watching build, then stage again.',
  );
}

/** Null when the file changed meanwhile. */
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
 * Opens a file for reading. Throws `ChangedFile` when it has gone since it was listed, as files do that an editor or a
 * build renames, else `unreadable` with its path from the output folder.
 */
export function openFile(file: string, relative: string): number {
  try {
    return openSync(file, 'r');
  } catch (cause) {
    if (isMissing(cause)) throw new ChangedFile(relative);
    throw new StageError(
      'unreadable',
      `“${relative}” could not be read.`,
      'Check that it still exists and that you may read it.',
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
