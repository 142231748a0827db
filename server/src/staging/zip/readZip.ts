import { crc32 } from 'node:zlib';
import { AppError } from '../../http/errors.ts';
import { ByteReader } from './bytes.ts';
import { type Found, readDirectory } from './directory.ts';
import { INFLATE_AT_ONCE, inflate, inflateAtOnce } from './inflate.ts';
import { Names } from './names.ts';
import {
  DESCRIPTOR_AHEAD,
  descriptorLength,
  LOCAL_BYTES,
  type LocalHeader,
  localRest,
  parseLocal,
  SIGNATURE,
  STORED,
  type Tally,
} from './records.ts';
import { damaged, quote, refused } from './refusals.ts';

export interface ZipLimits {
  files: number;
  /** Files, folders and everything else. */
  entries: number;
  /** Bytes of all files together, unpacked. */
  bytes: number;
  /** What to say when `bytes` is exceeded. */
  tooLarge: string;
  /** How many times larger than what was received it may unpack to. */
  ratio: number;
  /** The size a file must have; may throw when there should be no such file. */
  sizeOf?: (path: string) => number;
}

export interface ZipFile {
  path: string;
  /** Null when it is only told behind the data. */
  size: number | null;
  /** To be read to its end, or not at all, before the next file is asked for. */
  body: AsyncIterable<Buffer>;
}

/** Below this much output no ratio is suspicious. */
const RATIO_FREE_BYTES = 10 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

interface Reading {
  bytes: ByteReader;
  limits: ZipLimits;
  unpacked: number;
}

/** Counts a piece of a file against every limit, before anybody sees it. */
function count(reading: Reading, header: LocalHeader, most: number, tally: Tally, piece: Buffer): Buffer {
  const { limits, bytes } = reading;
  tally.size += piece.length;
  tally.crc = crc32(piece, tally.crc);
  reading.unpacked += piece.length;
  if (tally.size > most) throw refused(header.name, 'is larger than it says');
  if (reading.unpacked > limits.bytes) throw new AppError('too_large', limits.tooLarge);
  if (reading.unpacked > Math.max(RATIO_FREE_BYTES, limits.ratio * bytes.position)) {
    throw refused(header.name, `unpacks to more than ${limits.ratio} times its size`);
  }
  return piece;
}

async function* stored(bytes: ByteReader, size: number, name: string): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const piece = await bytes.some(Math.min(PIECE_BYTES, left));
    if (!piece) throw refused(name, 'ends before it is complete');
    left -= piece.length;
    yield piece;
  }
}

const descriptorSignature = Buffer.alloc(4);
descriptorSignature.writeUInt32LE(SIGNATURE.descriptor);

/**
 * Stored data whose size is only told behind it. It ends where a descriptor says exactly the checksum and the sizes
 * of all that came before; the central directory has to agree afterwards, as it has for every entry.
 */
async function* storedToDescriptor(bytes: ByteReader, name: string, tally: Tally): AsyncGenerator<Buffer> {
  for (;;) {
    const ahead = await bytes.ahead(DESCRIPTOR_AHEAD);
    if (ahead.length < descriptorSignature.length) throw refused(name, 'ends before it is complete');
    const at = ahead.indexOf(descriptorSignature);
    if (at === 0 && descriptorLength(ahead, { ...tally, compressedSize: tally.size }) !== null) return;
    const clear = at === -1 ? ahead.length - descriptorSignature.length + 1 : Math.max(at, 1);
    yield bytes.take(Math.min(clear, PIECE_BYTES));
  }
}

/** The unpacked pieces of one entry, leaving `tally.compressedSize` at what was read of the archive. */
async function* unpack(reading: Reading, header: LocalHeader, tally: Tally): AsyncGenerator<Buffer> {
  const { bytes } = reading;
  const isSized = !header.hasDescriptor;
  const start = bytes.position;
  if (header.method === STORED) {
    if (isSized && header.size !== header.compressedSize) {
      throw refused(header.name, 'is stored, yet gives two different sizes');
    }
    yield* isSized ? stored(bytes, header.size, header.name) : storedToDescriptor(bytes, header.name, tally);
  } else if (isSized && Math.max(header.size, header.compressedSize) <= INFLATE_AT_ONCE) {
    const piece = inflateAtOnce(await bytes.take(header.compressedSize), header.size, header.name);
    if (piece.length > 0) yield piece;
  } else {
    yield* inflate(bytes, isSized ? header.compressedSize : null, header.name);
  }
  tally.compressedSize = bytes.position - start;
}

async function checkTally({ bytes }: Reading, header: LocalHeader, tally: Tally): Promise<void> {
  const { name } = header;
  if (header.hasDescriptor) {
    const length = descriptorLength(await bytes.ahead(DESCRIPTOR_AHEAD), tally);
    if (length === null) throw refused(name, 'does not match the size or checksum behind it');
    await bytes.take(length);
  }
  // With a descriptor the header may leave these empty; what it does say must be true all the same.
  const isTrue = (said: number, found: number) => said === found || (header.hasDescriptor && said === 0);
  if (!isTrue(header.size, tally.size)) throw refused(name, 'does not have the size it says');
  if (!isTrue(header.compressedSize, tally.compressedSize)) {
    throw refused(name, 'does not have the packed size it says');
  }
  if (!isTrue(header.crc, tally.crc)) throw refused(name, 'is damaged: its checksum does not match');
}

/** The size a header gives beforehand, if it does. */
function saidSize({ hasDescriptor, size }: LocalHeader): number | undefined {
  return hasDescriptor && size === 0 ? undefined : size;
}

/** How large this file may get; refuses at once what already says that it will be too large. */
function mostOf(reading: Reading, header: LocalHeader, path: string): number {
  const { limits } = reading;
  const wanted = limits.sizeOf?.(path);
  const said = saidSize(header);
  if (wanted !== undefined && said !== undefined && wanted !== said) {
    throw new AppError('hash_mismatch', `${quote(path)} has ${said} bytes where ${wanted} were promised.`);
  }
  if (said !== undefined && reading.unpacked + said > limits.bytes) {
    throw new AppError('too_large', limits.tooLarge);
  }
  return wanted ?? said ?? Infinity;
}

async function readLocal(bytes: ByteReader): Promise<LocalHeader> {
  const fixed = Buffer.from(await bytes.take(LOCAL_BYTES));
  return parseLocal(fixed, await bytes.take(localRest(fixed)));
}

function admit({ limits }: Reading, names: Names): void {
  if (names.files > limits.files) {
    throw new AppError(
      'too_large',
      `The archive has more than ${limits.files} files, the most a snapshot may have.`,
    );
  }
  if (names.entries > limits.entries)
    throw new AppError('too_large', `The archive has more than ${limits.entries} entries.`);
}

/**
 * Reads a zip archive as it arrives, without keeping or unpacking it: each file is handed on while its bytes come in,
 * and nothing is believed that is said twice unless both say the same. Local headers must follow each other without
 * a gap, and the central directory at the end must list exactly what was read. So no byte is read twice, no two
 * entries can overlap, and an archive that another tool might read differently is refused.
 */
export async function* readZip(
  source: AsyncIterable<Uint8Array>,
  limits: ZipLimits,
): AsyncGenerator<ZipFile> {
  const bytes = new ByteReader(source);
  const reading: Reading = { bytes, limits, unpacked: 0 };
  const names = new Names();
  const found = new Map<number, Found>();
  try {
    let signature = (await bytes.take(4)).readUInt32LE();
    if (signature !== SIGNATURE.local && signature !== SIGNATURE.end)
      throw damaged('It is not a zip archive');
    while (signature === SIGNATURE.local) {
      const offset = bytes.position - 4;
      const header = await readLocal(bytes);
      const { path, isFolder } = names.add(header.name);
      admit(reading, names);
      const tally: Tally = { crc: 0, compressedSize: 0, size: 0 };
      const most = isFolder ? 0 : mostOf(reading, header, path);
      let isWhole = false;
      const body = (async function* () {
        for await (const piece of unpack(reading, header, tally))
          yield count(reading, header, most, tally, piece);
        await checkTally(reading, header, tally);
        isWhole = true;
      })();
      if (!isFolder) yield { path, size: saidSize(header) ?? null, body };
      // What nobody wanted is read all the same: it may be lying, and the next entry stands behind it.
      for await (const piece of body) void piece;
      if (!isWhole) throw new Error(`The reading of ${header.name} was given up`);
      found.set(offset, { ...header, ...tally });
      signature = (await bytes.take(4)).readUInt32LE();
    }
    await readDirectory(bytes, signature, found);
    names.checkFolders();
  } finally {
    await bytes.close();
  }
}
