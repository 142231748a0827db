import type { ByteReader } from './bytes.ts';
import {
  CENTRAL_BYTES,
  type CentralHeader,
  centralRest,
  checkAttributes,
  checkEnd,
  checkEnd64,
  checkLocator64,
  commentBytes,
  END64_BYTES,
  END_BYTES,
  type DirectorySize,
  type Header,
  LOCATOR64_BYTES,
  isLink,
  parseCentral,
  SIGNATURE,
} from './records.ts';
import { invalidArchive, invalidEntry } from './errors.ts';

/** An entry as its local header and data describe it. */
export interface EntryHeader extends Header {
  path: string;
}

const MUST_MATCH = ['rawName', 'name', 'flags', 'method', 'crc', 'compressedSize', 'size'] as const;

const overlaps = () => invalidArchive('There is data between its entries and its end');

async function readSignature(bytes: ByteReader): Promise<number> {
  return (await bytes.take(4)).readUInt32LE();
}

async function readCentral(bytes: ByteReader): Promise<CentralHeader> {
  const fixed = Buffer.from(await bytes.take(CENTRAL_BYTES));
  return parseCentral(fixed, await bytes.take(centralRest(fixed)));
}

/** Returns the entry that the list describes. */
function agreeing(central: CentralHeader, local: EntryHeader | undefined): EntryHeader {
  if (!local) throw invalidEntry(central.name, 'is listed at the end but is not where the list says');
  if (MUST_MATCH.some((field) => central[field] !== local[field])) {
    throw invalidEntry(
      central.name,
      'is described differently at the end of the archive than in its own header',
    );
  }
  checkAttributes(central);
  return local;
}

async function readEnd(bytes: ByteReader, first: number, extent: DirectorySize): Promise<void> {
  let signature = first;
  const has64 = signature === SIGNATURE.end64;
  if (has64) {
    const end64Offset = bytes.position - 4;
    checkEnd64(await bytes.take(END64_BYTES), extent);
    if ((await readSignature(bytes)) !== SIGNATURE.locator64)
      throw invalidArchive('Its 64-bit end record has no locator');
    checkLocator64(await bytes.take(LOCATOR64_BYTES), end64Offset);
    signature = await readSignature(bytes);
  }
  if (signature !== SIGNATURE.end) throw overlaps();
  const end = Buffer.from(await bytes.take(END_BYTES));
  checkEnd(end, extent, has64);
  const comment = await bytes.take(commentBytes(end));
  const again = Buffer.alloc(4);
  again.writeUInt32LE(SIGNATURE.end);
  if (comment.includes(again)) throw invalidArchive('It has two end records');
  if (await bytes.some(1)) throw invalidArchive('There is data after its end');
}

/**
 * Reads the central directory and the end record, which must list every entry once, as it was read. Returns the paths
 * of symbolic links, which look like files before.
 */
export async function readDirectory(
  bytes: ByteReader,
  first: number,
  found: ReadonlyMap<number, EntryHeader>,
): Promise<string[]> {
  const directoryOffset = bytes.position - 4;
  const listed = new Set<number>();
  const links: string[] = [];
  let signature = first;
  let directoryEnd = directoryOffset;
  while (signature === SIGNATURE.central) {
    const central = await readCentral(bytes);
    if (listed.has(central.offset)) throw invalidEntry(central.name, 'is listed twice');
    const { path } = agreeing(central, found.get(central.offset));
    if (isLink(central)) links.push(path);
    listed.add(central.offset);
    directoryEnd = bytes.position;
    signature = await readSignature(bytes);
  }
  if (signature !== SIGNATURE.end && signature !== SIGNATURE.end64) throw overlaps();
  if (listed.size !== found.size) throw invalidArchive('It contains entries that it does not list');
  const extent = { entries: found.size, directoryOffset, directoryBytes: directoryEnd - directoryOffset };
  await readEnd(bytes, signature, extent);
  return links;
}
