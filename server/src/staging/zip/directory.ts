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
  type Extent,
  type Header,
  LOCATOR64_BYTES,
  parseCentral,
  SIGNATURE,
} from './records.ts';
import { damaged, refused } from './refusals.ts';

/** An entry as its local header and its data have shown it. */
export type Found = Header;

const AGREED = ['rawName', 'flags', 'method', 'crc', 'compressedSize', 'size'] as const;

const strayed = () => damaged('There is something between its entries and its end');

async function readSignature(bytes: ByteReader): Promise<number> {
  return (await bytes.take(4)).readUInt32LE();
}

async function readCentral(bytes: ByteReader): Promise<CentralHeader> {
  const fixed = Buffer.from(await bytes.take(CENTRAL_BYTES));
  return parseCentral(fixed, await bytes.take(centralRest(fixed)));
}

function checkAgreement(central: CentralHeader, local: Found | undefined): void {
  if (!local) throw refused(central.name, 'is listed at the end but is not where the list says');
  if (AGREED.some((field) => central[field] !== local[field])) {
    throw refused(central.name, 'is described differently at the end of the archive than where it stands');
  }
  checkAttributes(central);
}

async function readEnd(bytes: ByteReader, first: number, extent: Extent): Promise<void> {
  let signature = first;
  const has64 = signature === SIGNATURE.end64;
  if (has64) {
    const end64Offset = bytes.position - 4;
    checkEnd64(await bytes.take(END64_BYTES), extent);
    if ((await readSignature(bytes)) !== SIGNATURE.locator64)
      throw damaged('Its 64-bit end record has no locator');
    checkLocator64(await bytes.take(LOCATOR64_BYTES), end64Offset);
    signature = await readSignature(bytes);
  }
  if (signature !== SIGNATURE.end) throw strayed();
  const end = Buffer.from(await bytes.take(END_BYTES));
  checkEnd(end, extent, has64);
  const comment = await bytes.take(commentBytes(end));
  const again = Buffer.alloc(4);
  again.writeUInt32LE(SIGNATURE.end);
  if (comment.includes(again)) throw damaged('It has two ends');
  if (await bytes.some(1)) throw damaged('Something follows behind its end');
}

/** Reads the central directory and the end, which must list every entry that was found once, as it was found. */
export async function readDirectory(
  bytes: ByteReader,
  first: number,
  found: ReadonlyMap<number, Found>,
): Promise<void> {
  const directoryOffset = bytes.position - 4;
  const listed = new Set<number>();
  let signature = first;
  let directoryEnd = directoryOffset;
  while (signature === SIGNATURE.central) {
    const central = await readCentral(bytes);
    if (listed.has(central.offset)) throw refused(central.name, 'is listed twice');
    checkAgreement(central, found.get(central.offset));
    listed.add(central.offset);
    directoryEnd = bytes.position;
    signature = await readSignature(bytes);
  }
  if (signature !== SIGNATURE.end && signature !== SIGNATURE.end64) throw strayed();
  if (listed.size !== found.size) throw damaged('It holds entries that it does not list');
  const extent = { entries: found.size, directoryOffset, directoryBytes: directoryEnd - directoryOffset };
  await readEnd(bytes, signature, extent);
}
