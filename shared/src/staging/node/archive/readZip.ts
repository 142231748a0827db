import { crc32 } from 'node:zlib';
import { ByteReader } from './bytes.ts';
import { type EntryHeader, readDirectory } from './directory.ts';
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
  type EntryTotals,
} from './records.ts';
import { ArchiveError, invalidArchive, quote, invalidEntry } from './errors.ts';

export interface ZipLimits {
  files: number;
  /** Including folders. */
  entries: number;
  /** Unpacked bytes of all files. */
  bytes: number;
  /** Message when `bytes` is exceeded. */
  tooLarge: string;
  /** Maximum ratio of unpacked to received bytes. */
  ratio: number;
  /** Returns the required size of a file; may throw if the file is not expected. */
  sizeOf?: (path: string) => number;
  /** Called at the end with the path of each symbolic link, which was yielded as a file; without it they are refused. */
  onLink?: (path: string) => void;
}

export interface ZipFile {
  path: string;
  /** Null if it follows the data. */
  size: number | null;
  /** Read it to the end, or not at all, before requesting the next file. */
  body: AsyncIterable<Buffer>;
}

/** Below this output any ratio is accepted. */
const RATIO_FREE_BYTES = 10 * 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

interface ZipReading {
  bytes: ByteReader;
  limits: ZipLimits;
  unpacked: number;
}

/** Counts a chunk against every limit before it is passed on. */
function countChunk(
  reading: ZipReading,
  header: LocalHeader,
  most: number,
  tally: EntryTotals,
  piece: Buffer,
): Buffer {
  const { limits, bytes } = reading;
  tally.size += piece.length;
  tally.crc = crc32(piece, tally.crc);
  reading.unpacked += piece.length;
  if (tally.size > most) throw invalidEntry(header.name, 'is larger than stated');
  if (reading.unpacked > limits.bytes) throw new ArchiveError('too_large', limits.tooLarge);
  if (reading.unpacked > Math.max(RATIO_FREE_BYTES, limits.ratio * bytes.position)) {
    throw invalidEntry(header.name, `unpacks to more than ${limits.ratio} times its size`);
  }
  return piece;
}

async function* stored(bytes: ByteReader, size: number, name: string): AsyncGenerator<Buffer> {
  for (let left = size; left > 0;) {
    const piece = await bytes.some(Math.min(PIECE_BYTES, left));
    if (!piece) throw invalidEntry(name, 'ends before it is complete');
    left -= piece.length;
    yield piece;
  }
}

const descriptorSignature = Buffer.alloc(4);
descriptorSignature.writeUInt32LE(SIGNATURE.descriptor);

/**
 * Reads stored data whose size follows it. It ends where a descriptor matches the checksum and sizes of everything
 * before it; the central directory is checked later, as for every entry.
 */
async function* storedToDescriptor(
  bytes: ByteReader,
  name: string,
  tally: EntryTotals,
): AsyncGenerator<Buffer> {
  for (;;) {
    const ahead = await bytes.ahead(DESCRIPTOR_AHEAD);
    if (ahead.length < descriptorSignature.length) throw invalidEntry(name, 'ends before it is complete');
    const at = ahead.indexOf(descriptorSignature);
    if (at === 0 && descriptorLength(ahead, { ...tally, compressedSize: tally.size }) !== null) return;
    const clear = at === -1 ? ahead.length - descriptorSignature.length + 1 : Math.max(at, 1);
    yield bytes.take(Math.min(clear, PIECE_BYTES));
  }
}

/** Yields the unpacked chunks of one entry and sets `tally.compressedSize`. */
async function* unpack(reading: ZipReading, header: LocalHeader, tally: EntryTotals): AsyncGenerator<Buffer> {
  const { bytes } = reading;
  const isSized = !header.hasDescriptor;
  const start = bytes.position;
  if (header.method === STORED) {
    if (isSized && header.size !== header.compressedSize) {
      throw invalidEntry(header.name, 'is stored, yet gives two different sizes');
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

async function checkTally({ bytes }: ZipReading, header: LocalHeader, tally: EntryTotals): Promise<void> {
  const { name } = header;
  if (header.hasDescriptor) {
    const length = descriptorLength(await bytes.ahead(DESCRIPTOR_AHEAD), tally);
    if (length === null) throw invalidEntry(name, 'does not match the size or checksum after it');
    await bytes.take(length);
  }
  // The header's fields may be zero if there is a descriptor; other values must be correct.
  const isTrue = (stated: number, found: number) =>
    stated === found || (header.hasDescriptor && stated === 0);
  if (!isTrue(header.size, tally.size)) throw invalidEntry(name, 'does not have the stated size');
  if (!isTrue(header.compressedSize, tally.compressedSize)) {
    throw invalidEntry(name, 'does not have the stated packed size');
  }
  if (!isTrue(header.crc, tally.crc)) throw invalidEntry(name, 'is damaged: its checksum does not match');
}

/** Returns the size in the header, if present. */
function statedSize({ hasDescriptor, size }: LocalHeader): number | undefined {
  return hasDescriptor && size === 0 ? undefined : size;
}

/** Returns the maximum size of this file; throws if its header already exceeds a limit. */
function mostOf(reading: ZipReading, header: LocalHeader, path: string): number {
  const { limits } = reading;
  const wanted = limits.sizeOf?.(path);
  const stated = statedSize(header);
  if (wanted !== undefined && stated !== undefined && wanted !== stated) {
    throw new ArchiveError(
      'hash_mismatch',
      `${quote(path)} has ${stated} bytes where ${wanted} were promised.`,
    );
  }
  if (stated !== undefined && reading.unpacked + stated > limits.bytes) {
    throw new ArchiveError('too_large', limits.tooLarge);
  }
  return wanted ?? stated ?? Infinity;
}

async function readLocal(bytes: ByteReader): Promise<LocalHeader> {
  const fixed = Buffer.from(await bytes.take(LOCAL_BYTES));
  return parseLocal(fixed, await bytes.take(localRest(fixed)));
}

function checkEntry({ limits }: ZipReading, names: Names): void {
  if (names.files > limits.files) {
    throw new ArchiveError(
      'too_large',
      `The archive has more than ${limits.files} files, the maximum for a snapshot.`,
    );
  }
  if (names.entries > limits.entries)
    throw new ArchiveError('too_large', `The archive has more than ${limits.entries} entries.`);
}

function reportLinks(links: readonly string[], { onLink }: ZipLimits): void {
  for (const path of links) {
    if (!onLink) throw invalidEntry(path, 'is a symbolic link');
    onLink(path);
  }
}

/**
 * Reads a zip archive as it arrives, without storing or unpacking it as a whole. Files are yielded while their bytes
 * come in. Redundant fields must agree: local headers follow each other without a gap, and the central directory lists
 * exactly what was read. So no byte is read twice, entries cannot overlap, and an archive that another tool might read
 * differently is rejected.
 */
export async function* readZip(
  source: AsyncIterable<Uint8Array>,
  limits: ZipLimits,
): AsyncGenerator<ZipFile> {
  const bytes = new ByteReader(source);
  const reading: ZipReading = { bytes, limits, unpacked: 0 };
  const names = new Names();
  const found = new Map<number, EntryHeader>();
  try {
    let signature = (await bytes.take(4)).readUInt32LE();
    if (signature !== SIGNATURE.local && signature !== SIGNATURE.end)
      throw invalidArchive('It is not a zip archive');
    while (signature === SIGNATURE.local) {
      const offset = bytes.position - 4;
      const header = await readLocal(bytes);
      const { path, isFolder } = names.add(header.name);
      checkEntry(reading, names);
      const tally: EntryTotals = { crc: 0, compressedSize: 0, size: 0 };
      const most = isFolder ? 0 : mostOf(reading, header, path);
      let isWhole = false;
      const body = (async function* () {
        for await (const piece of unpack(reading, header, tally))
          yield countChunk(reading, header, most, tally, piece);
        await checkTally(reading, header, tally);
        isWhole = true;
      })();
      if (!isFolder) yield { path, size: statedSize(header) ?? null, body };
      // Read unconsumed files too: they must be verified, and the next entry follows.
      for await (const piece of body) void piece;
      if (!isWhole) throw new Error(`The reading of ${header.name} was given up`);
      found.set(offset, { ...header, ...tally, path });
      signature = (await bytes.take(4)).readUInt32LE();
    }
    reportLinks(await readDirectory(bytes, signature, found), limits);
    names.checkFolders();
  } finally {
    await bytes.close();
  }
}
