import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { syncFolder } from '../durable.ts';
import {
  type ByteRange,
  type Bytes,
  checkKey,
  checkWrites,
  isKey,
  MARKER,
  MissingObject,
  type ObjectStore,
  storageFull,
  type StoredObject,
} from './store.ts';

/** Suffix of unfinished files, so that readers never open one. */
const UNFINISHED = '.part';
const WRITE_BYTES = 256 * 1024;
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT']);

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : '';
}

function fromDisk(cause: unknown): unknown {
  if (!NO_SPACE.has(codeOf(cause))) return cause;
  return storageFull(cause);
}

/** Merges small chunks: each write is a system call. */
async function* gathered(body: Bytes): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body) {
    waiting.push(piece);
    bytes += piece.length;
    if (bytes < WRITE_BYTES) continue;
    yield Buffer.concat(waiting, bytes);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting, bytes);
}

async function writePiece(file: FileHandle, piece: Uint8Array): Promise<void> {
  for (let written = 0; written < piece.length;) {
    written += (await file.write(piece, written)).bytesWritten; // a disk that fills up writes less than requested
  }
}

/** Writes one chunk while the source produces the next. */
async function writePieces(file: FileHandle, body: Bytes, signal?: AbortSignal): Promise<void> {
  let writing = Promise.resolve();
  try {
    for await (const piece of gathered(body)) {
      signal?.throwIfAborted();
      await writing;
      writing = writePiece(file, piece);
      writing.catch(() => undefined); // handled by the next `await writing`
    }
  } finally {
    await writing;
  }
}

async function writeWhole(file: FileHandle, body: Bytes, signal?: AbortSignal): Promise<number> {
  try {
    await writePieces(file, body, signal);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

async function openWhole(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') throw new MissingObject(`${path.basename(file)} is not there`, { cause });
    throw cause;
  }
}

const fileOf = (dir: string, key: string) => path.join(dir, checkKey(key));

/** Writes to `part` and renames it, so that `whole` is complete from its first moment. */
async function writeFileWhole(whole: string, part: string, body: Bytes, signal?: AbortSignal) {
  try {
    const bytes = await writeWhole(await open(part, 'w', 0o600), body, signal);
    await rename(part, whole);
    await syncFolder(path.dirname(whole));
    return { bytes };
  } catch (cause) {
    await rm(part, { force: true });
    throw fromDisk(cause);
  }
}

async function readMarker(dir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dir, MARKER), 'utf8')).trim();
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null;
    throw cause;
  }
}

async function writeMarker(dir: string, installationId: string): Promise<void> {
  const whole = path.join(dir, MARKER);
  // Processes that start at the same moment each write their own file.
  const part = `${whole}.${randomUUID()}${UNFINISHED}`;
  await writeFileWhole(whole, part, [Buffer.from(`${installationId}\n`)]);
}

async function read(file: string, { offset, length }: ByteRange): Promise<Readable> {
  const handle = await openWhole(file);
  return handle.createReadStream({ start: offset, end: offset + length - 1 });
}

async function readBytes(file: string, { offset, length }: ByteRange): Promise<Buffer> {
  const handle = await openWhole(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Lists matching files. Skips those removed meanwhile. */
async function* listFiles(dir: string, passes: (name: string) => boolean): AsyncGenerator<StoredObject> {
  for await (const { name } of await opendir(dir)) {
    if (!passes(name)) continue;
    const found = await stat(path.join(dir, name)).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return undefined;
      throw cause;
    });
    if (found) yield { key: name, bytes: found.size, modified: found.mtime };
  }
}

async function removeUnfinished(dir: string, before: Date): Promise<number> {
  let removed = 0;
  for await (const { key: name, modified } of listFiles(dir, (name) => name.endsWith(UNFINISHED))) {
    if (modified >= before) continue;
    await rm(path.join(dir, name), { force: true });
    removed += 1;
  }
  return removed;
}

async function readSpace(dir: string) {
  const { bavail, blocks, bsize } = await statfs(dir);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Stores objects as files in one folder and creates the folder if it is missing. */
export async function openFolder(dir: string): Promise<ObjectStore> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const store: ObjectStore = {
    location: `the folder ${dir}`,
    async write(key, body, signal) {
      const file = fileOf(dir, key);
      return writeFileWhole(file, file + UNFINISHED, body, signal);
    },
    read: async (key, range) => read(fileOf(dir, key), range),
    readBytes: async (key, range) => readBytes(fileOf(dir, key), range),
    remove: async (key) => rm(fileOf(dir, key), { force: true }),
    keys: () => listFiles(dir, isKey),
    removeUnfinished: (before) => removeUnfinished(dir, before),
    readMarker: () => readMarker(dir),
    writeMarker: (installationId) => writeMarker(dir, installationId),
    space: () => readSpace(dir),
    check: () => checkWrites(store),
  };
  return store;
}
