import { closeSync, fstatSync, readSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { isWorthCompressing } from './fileKinds.ts';
import { ChangedFile, type HashedFile, isSame, openFile } from './manifest.ts';

/*
 * Our own writer rather than a library's: every entry carries its sizes and checksum in front, so that the receiver
 * can work while it arrives; memory stays bounded because the next file is read only when the last bytes were taken;
 * and the checksum is zlib's own, where yazl's costs more than twice the SHA-256 of the same bytes.
 * Format: PKWARE APPNOTE 6.3, without zip64: the caller keeps a zip below `ZIP_BYTES`.
 */

/** Of file contents in one zip. The format ends at 4 GiB. */
export const ZIP_BYTES = 2 * 1024 ** 3;

/** Files up to this are read, compressed and sent whole; larger ones are sent as they are, in pieces. */
const WHOLE_BYTES = 8 * 1024 * 1024;
/** How much is read and compressed ahead of what has been sent. */
const AHEAD_BYTES = 4 * 1024 * 1024;
const AHEAD_FILES = 8;
const PIECE_BYTES = 256 * 1024;
/** Smaller entries travel together. */
const JOINED_BYTES = 64 * 1024;
/** Below this, compression saves less than it costs. */
const TINY_BYTES = 256;
/** The fastest that still finds most: higher levels take most of the time of a whole upload. */
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

/** `bytes` are its header and its data; only the header for a file that is sent in pieces. */
interface Packed extends Entry {
  bytes: Buffer;
  inPieces: boolean;
}

/**
 * A zip of the files, each named by its hash, as chunks to be sent as they come; with `compress`, what shrinks is
 * deflated. `sent` hears of each file when its
 * last chunk is asked for. Throws `ChangedFile` when a file is no longer what was hashed, `StageError` `unreadable`.
 */
export async function* zipBlobs(
  output: string,
  files: readonly HashedFile[],
  compress: boolean,
  sent: (file: HashedFile) => void,
): AsyncGenerator<Buffer, void, void> {
  const directory: Buffer[] = [];
  const small = new Small();
  let offset = 0;
  for await (const packed of packAhead(output, files, compress)) {
    directory.push(directoryRecord(packed, offset));
    offset += HEADER_BYTES + packed.size;
    if (packed.bytes.length >= JOINED_BYTES || small.bytes >= JOINED_BYTES) yield* small.take();
    if (packed.bytes.length >= JOINED_BYTES) yield packed.bytes;
    else small.add(packed.bytes);
    if (packed.inPieces) {
      yield* small.take();
      yield* pieces(output, packed.file);
    }
    sent(packed.file);
  }
  const records = Buffer.concat(directory);
  small.add(records);
  small.add(endRecord(directory.length, records.length, offset));
  yield* small.take();
}

/** Small chunks on their way to become a larger one. */
class Small {
  bytes = 0;
  private chunks: Buffer[] = [];

  add(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
  }

  *take(): Generator<Buffer, void, void> {
    if (this.bytes === 0) return;
    const joined = Buffer.concat(this.chunks, this.bytes);
    this.chunks = [];
    this.bytes = 0;
    yield joined;
  }
}

/** Reads and compresses a few files ahead, in order: compression runs on other threads. */
async function* packAhead(
  output: string,
  files: readonly HashedFile[],
  compress: boolean,
): AsyncGenerator<Packed, void, void> {
  const ahead: { packed: Promise<Packed>; bytes: number }[] = [];
  const scratch = new Scratch();
  let aheadBytes = 0;
  let next = 0;
  while (next < files.length || ahead.length > 0) {
    for (let file = files[next]; file; file = files[next]) {
      const bytes = file.size > WHOLE_BYTES ? 0 : file.size;
      if (ahead.length > 0 && (ahead.length >= AHEAD_FILES || aheadBytes + bytes > AHEAD_BYTES)) break;
      const packed = pack(output, file, compress, scratch);
      // A later one may fail first; it is heard when its turn comes, or never if the receiver has left.
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

/** Buffers that hold a file only until it is compressed, used again: garbage of this size is collected too late. */
class Scratch {
  private readonly spare: Buffer[] = [];

  take(size: number): Buffer {
    const found = this.spare.findIndex((buffer) => buffer.length >= size);
    const [buffer] = found === -1 ? [] : this.spare.splice(found, 1);
    return buffer ?? Buffer.allocUnsafeSlow(Math.max(size, PIECE_BYTES));
  }

  give(buffer: Buffer): void {
    if (buffer.length <= 4 * PIECE_BYTES) this.spare.push(buffer);
  }
}

async function pack(output: string, file: HashedFile, compress: boolean, scratch: Scratch): Promise<Packed> {
  if (file.size > WHOLE_BYTES) {
    const crc = await checksum(output, file);
    return packed({ file, method: STORED, crc, size: file.size }, Buffer.allocUnsafe(HEADER_BYTES), true);
  }
  if (!compress || file.size < TINY_BYTES || !isWorthCompressing(file.path)) return store(output, file);
  const whole = scratch.take(file.size);
  const raw = fill(whole.subarray(0, file.size), output, file);
  const crc = crc32(raw);
  const data = await deflate(raw, { level: LEVEL });
  scratch.give(whole);
  if (data.length >= file.size) return store(output, file);
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + data.length);
  data.copy(bytes, HEADER_BYTES);
  return packed({ file, method: DEFLATED, crc, size: data.length }, bytes);
}

/** Reads the file right behind the place of its header, so that nothing has to be copied. */
function store(output: string, file: HashedFile): Packed {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + file.size);
  const crc = crc32(fill(bytes.subarray(HEADER_BYTES), output, file));
  return packed({ file, method: STORED, crc, size: file.size }, bytes);
}

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
 * The file's bytes in pieces, after making sure, before and after, that it is the file that was hashed. With `into`,
 * pieces fill it from its start, and begin again there when it is full; without, each is a buffer of its own.
 */
function* pieces(output: string, file: HashedFile, into?: Buffer): Generator<Buffer, void, void> {
  const handle = openFile(path.join(output, file.path), file.path);
  try {
    if (!isSame(fstatSync(handle), file)) throw new ChangedFile(file.path);
    for (let left = file.size; left > 0;) {
      const buffer = into ?? Buffer.allocUnsafe(Math.min(left, PIECE_BYTES));
      const from = into ? (file.size - left) % into.length : 0;
      const read = readSync(handle, buffer, from, Math.min(left, buffer.length - from), null);
      if (read === 0) throw new ChangedFile(file.path);
      left -= read;
      yield buffer.subarray(from, from + read);
    }
    if (!isSame(fstatSync(handle), file)) throw new ChangedFile(file.path);
  } finally {
    closeSync(handle);
  }
}

/** What the header of an entry and its record in the directory both say: version to date, then checksum and sizes. */
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
