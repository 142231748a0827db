import { closeSync, fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { isWorthCompressing } from '../core/fileKinds.ts';
import { ChangedFile, type HashedFile, isSame, openFile } from './manifest.ts';

/*
 * A writer of our own, for uploads only: 2,000 files of 88 MB take it 0.3 s, archiver 1.4 s with the same files
 * compressed at the same level. Every entry has sizes and checksum in its header, so the server can process it
 * while it arrives, and a file that changes while it is read is noticed. Format: PKWARE APPNOTE 6.3, without
 * zip64: the caller keeps a zip below `ZIP_BYTES`.
 */

/** File contents in one zip; the format ends at 4 GiB. */
export const ZIP_BYTES = 2 * 1024 ** 3;

/** Smaller files are read, compressed and sent whole; larger ones are sent uncompressed in parts. */
const WHOLE_BYTES = 8 * 1024 * 1024;
/** Bytes read and compressed ahead of what was sent. */
const AHEAD_BYTES = 4 * 1024 * 1024;
const AHEAD_FILES = 8;
const PIECE_BYTES = 256 * 1024;
/** Smaller entries are joined. */
const JOINED_BYTES = 128 * 1024;
/** Memory kept for reuse. */
const SPARE_BYTES = 3 * AHEAD_BYTES;
/** Below this, compression saves less than it costs. */
const TINY_BYTES = 256;
/** Fastest level: higher ones would take most of an upload's time. */
const LEVEL = 1;

const STORED = 0;
const DEFLATED = 8;
const JANUARY_1980 = 0x21;
const NAME_BYTES = 64;
const HEADER_BYTES = 30 + NAME_BYTES;
const RECORD_BYTES = 46 + NAME_BYTES;

const deflate = promisify<Buffer, { level: number }, Buffer>(deflateRaw);

interface Entry {
  file: HashedFile;
  method: typeof STORED | typeof DEFLATED;
  crc: number;
  size: number;
}

/** `bytes` are header and data; only the header for a file sent in parts. */
interface Packed extends Entry {
  bytes: Buffer;
  inPieces: boolean;
}

/**
 * Yields a zip of the files, each named by its hash; with `compress`, compressible files are deflated. The memory of
 * a chunk is reused once the next one is requested. Calls `sent` for each file when its last chunk is requested.
 * Throws `ChangedFile` when a file no longer matches its hash, `UserError` with `unreadable`. See docs/decisions/0006.
 */
export async function* zipBlobs(
  output: string,
  files: readonly HashedFile[],
  compress: boolean,
  sent: (file: HashedFile) => void,
): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = [];
  const scratch = new BufferPool();
  const small = new ChunkBuffer();
  let offset = 0;
  for await (const packed of packAhead(output, files, compress, scratch)) {
    directory.push(directoryRecord(packed, offset));
    offset += HEADER_BYTES + packed.size;
    if (!small.hasRoomFor(packed.bytes)) yield* small.take();
    if (small.hasRoomFor(packed.bytes)) small.add(packed.bytes);
    else yield packed.bytes;
    scratch.give(packed.bytes);
    if (packed.inPieces) {
      yield* small.take();
      yield* pieces(output, packed.file, Buffer.allocUnsafe(PIECE_BYTES));
    }
    sent(packed.file);
  }
  yield* small.take();
  const records = Buffer.concat(directory);
  yield Buffer.concat([records, endRecord(directory.length, records.length, offset)]);
}

/** Joins small chunks into larger ones. */
class ChunkBuffer {
  readonly #buffer = Buffer.allocUnsafe(JOINED_BYTES);
  #bytes = 0;

  hasRoomFor(chunk: Buffer): boolean {
    return this.#bytes + chunk.length <= this.#buffer.length;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.copy(this.#buffer, this.#bytes);
  }

  *take(): Generator<Buffer, void, void> {
    if (this.#bytes === 0) return;
    yield this.#buffer.subarray(0, this.#bytes);
    this.#bytes = 0;
  }
}

/** Reads and compresses a few files ahead, in order; compression runs on other threads. */
async function* packAhead(
  output: string,
  files: readonly HashedFile[],
  compress: boolean,
  scratch: BufferPool,
): AsyncGenerator<Packed, void, void> {
  const ahead: { packed: Promise<Packed>; bytes: number }[] = [];
  let aheadBytes = 0;
  let next = 0;
  while (next < files.length || ahead.length > 0) {
    for (let file = files[next]; file; file = files[next]) {
      const bytes = file.size > WHOLE_BYTES ? 0 : file.size;
      if (ahead.length > 0 && (ahead.length >= AHEAD_FILES || aheadBytes + bytes > AHEAD_BYTES)) break;
      const packed = pack(output, file, compress, scratch);
      // A later file may fail first; its error is thrown when its turn comes, or never if the consumer
      // left.
      packed.catch(() => {});
      ahead.push({ packed, bytes });
      aheadBytes += bytes;
      next += 1;
    }
    const first = ahead.shift();
    if (!first) return;
    yield await first.packed;
    aheadBytes -= first.bytes;
  }
}

/**
 * Buffers that hold a file until it is sent and are reused, because garbage of this size is collected too
 * late.
 */
class BufferPool {
  readonly #spare: ArrayBufferLike[] = [];

  take(size: number): Buffer {
    const [whole] = this.#spare.splice(this.#smallestFor(size), 1);
    return whole ? Buffer.from(whole, 0, size) : Buffer.allocUnsafeSlow(roundUp(size)).subarray(0, size);
  }

  give({ buffer }: Buffer): void {
    const held = this.#spare.reduce((bytes, { byteLength }) => bytes + byteLength, 0);
    if (held + buffer.byteLength <= SPARE_BYTES) this.#spare.push(buffer);
  }

  #smallestFor(size: number): number {
    let found = this.#spare.length;
    for (const [index, { byteLength }] of this.#spare.entries()) {
      const best = this.#spare[found]?.byteLength ?? Number.POSITIVE_INFINITY;
      if (byteLength >= size && byteLength < best) found = index;
    }
    return found;
  }
}

const roundUp = (size: number) => Math.ceil(size / PIECE_BYTES) * PIECE_BYTES;

async function pack(
  output: string,
  file: HashedFile,
  compress: boolean,
  scratch: BufferPool,
): Promise<Packed> {
  if (file.size > WHOLE_BYTES) {
    const crc = await checksum(output, file);
    return packed({ file, method: STORED, crc, size: file.size }, scratch.take(HEADER_BYTES), true);
  }
  // After the space for its header, so that nothing is copied.
  const bytes = scratch.take(HEADER_BYTES + file.size);
  const raw = fill(bytes.subarray(HEADER_BYTES), output, file);
  const crc = crc32(raw);
  const data = compress && shrinks(file) ? await deflate(raw, { level: LEVEL }) : raw;
  if (data.length >= file.size) return packed({ file, method: STORED, crc, size: file.size }, bytes);
  data.copy(raw);
  const size = data.length;
  return packed({ file, method: DEFLATED, crc, size }, bytes.subarray(0, HEADER_BYTES + size));
}

const shrinks = ({ path: name, size }: HashedFile) => size >= TINY_BYTES && isWorthCompressing(name);

function packed(entry: Entry, bytes: Buffer, inPieces = false): Packed {
  bytes.writeUInt32LE(0x04034b50, 0);
  writeFacts(bytes, 4, entry);
  bytes.write(entry.file.sha256, 30, 'latin1');
  return { ...entry, bytes, inPieces };
}

function fill(into: Buffer, output: string, file: HashedFile): Buffer {
  const reading = pieces(output, file, into);
  while (!reading.next().done);
  return into;
}

async function checksum(output: string, file: HashedFile): Promise<number> {
  let crc = 0;
  let read = 0;
  for (const piece of pieces(output, file, Buffer.allocUnsafe(PIECE_BYTES))) {
    crc = crc32(piece, crc);
    read += 1;
    if (read % 64 === 0) await turn();
  }
  return crc;
}

/**
 * Yields a file in parts and checks before and after that it is the hashed one. Fills `into` repeatedly
 * from its start.
 */
function* pieces(output: string, file: HashedFile, into: Buffer): Generator<Buffer, void, void> {
  const handle = openFile(path.join(output, file.path), file.path);
  try {
    if (!isSame(fstatSync(handle), file)) throw new ChangedFile(file.path);
    for (let left = file.size; left > 0;) {
      const from = (file.size - left) % into.length;
      const read = readSync(handle, into, from, Math.min(left, into.length - from), null);
      if (read === 0) throw new ChangedFile(file.path);
      left -= read;
      yield into.subarray(from, from + read);
    }
    if (!isSame(fstatSync(handle), file)) throw new ChangedFile(file.path);
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes the fields common to an entry's header and its directory record: version to date, then checksum
 * and sizes.
 */
function writeFacts(into: Buffer, at: number, { file, method, crc, size }: Entry): void {
  into.writeUInt16LE(20, at);
  into.writeUInt16LE(0, at + 2);
  into.writeUInt16LE(method, at + 4);
  into.writeUInt16LE(0, at + 6);
  into.writeUInt16LE(JANUARY_1980, at + 8);
  into.writeUInt32LE(crc, at + 10);
  into.writeUInt32LE(size, at + 14);
  into.writeUInt32LE(file.size, at + 18);
  into.writeUInt16LE(NAME_BYTES, at + 22);
  into.writeUInt16LE(0, at + 24);
}

function directoryRecord(entry: Entry, offset: number): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(20, 4);
  writeFacts(record, 6, entry);
  record.writeUInt32LE(offset, 42);
  record.write(entry.file.sha256, 46, 'latin1');
  return record;
}

function endRecord(entries: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}
