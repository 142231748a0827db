import { decodeZipName, ZipPaths } from '../../domain/zipNames.ts';

/** A zip on a disk. */
export interface ZipSource {
  size: number;
  read: (start: number, end: number) => Promise<Uint8Array>;
}

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const RECORD_BYTES = 46;
/** An end record with the longest comment. */
const TAIL_BYTES = END_BYTES + 0xffff;
/** Longer lists are left to the server. */
const LIST_BYTES = 16 * 1024 * 1024;
const FLAG_UTF8 = 0x0800;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Returns where the list of entries is; null for what is no zip, or one with 64-bit numbers. */
async function findList({ size, read }: ZipSource): Promise<{ start: number; end: number } | null> {
  const tail = viewOf(await read(Math.max(0, size - TAIL_BYTES), size));
  for (let at = tail.byteLength - END_BYTES; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    const [bytes, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
    const isSound = bytes <= LIST_BYTES && start + bytes <= size;
    return isSound ? { start, end: start + bytes } : null;
  }
  return null;
}

/** Yields the names of the entries; null for one that is not what it says. */
function* namesIn(list: Uint8Array): Generator<string | null> {
  const view = viewOf(list);
  for (let at = 0; at + RECORD_BYTES <= list.length;) {
    if (view.getUint32(at, true) !== CENTRAL) return yield null;
    const end = at + RECORD_BYTES + view.getUint16(at + 28, true);
    const isUtf8 = (view.getUint16(at + 8, true) & FLAG_UTF8) !== 0;
    yield decodeZipName(list.subarray(at + RECORD_BYTES, end), isUtf8);
    at = end + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/**
 * Returns the paths of the files in a zip without unpacking it; null for one that it cannot read. Nothing is decided by
 * it but what a person is asked first: the server reads the whole archive.
 */
export async function listZip(source: ZipSource): Promise<string[] | null> {
  const list = await findList(source);
  if (list === null) return null;
  const paths = new ZipPaths();
  const files: string[] = [];
  for (const name of namesIn(await source.read(list.start, list.end))) {
    const entry = name === null ? null : paths.pathOf(name);
    if (entry === null || 'problem' in entry) return null;
    if (!entry.isFolder) files.push(entry.path);
  }
  return files;
}
