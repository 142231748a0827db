import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { decodeZipName } from '../../../domain/zipNames.ts';
import { invalidArchive, invalidEntry } from './errors.ts';

// The records of a zip archive (APPNOTE.TXT 6.3.10). Supports what a folder of files needs and rejects everything else.

export const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  descriptor: 0x08074b50,
} as const;

export const LOCAL_BYTES = 26;
export const CENTRAL_BYTES = 42;
export const END_BYTES = 18;
export const END64_BYTES = 52;
export const LOCATOR64_BYTES = 16;

export const STORED = 0;
const DEFLATED = 8;

const FLAG_ENCRYPTED = 0x0001;
const FLAG_DESCRIPTOR = 0x0008;
const FLAG_UTF8 = 0x0800;
const FLAGS_UNDERSTOOD = 0x0006 | FLAG_UTF8 | FLAG_DESCRIPTOR;
const EXTRA_ZIP64 = 0x0001;
const EXTRA_UNICODE_PATH = 0x7075;
/** Version and checksum in front of the name. */
const UNICODE_PATH_BYTES = 5;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;

const FILE_TYPE = 0xf000;
const TYPE_LINK = 0xa000;
const TYPE_NAMES = new Map([
  [0x2000, 'is a device'],
  [0x6000, 'is a device'],
  [0x1000, 'is a pipe'],
  [0xc000, 'is a socket'],
]);
const TYPE_FOLDER = 0x4000;
const DOS_FOLDER = 0x10;

/** The fields that local and central headers share. */
export interface Header {
  name: string;
  /** The name's bytes, one character each, for comparing two headers. */
  rawName: string;
  flags: number;
  method: number;
  crc: number;
  compressedSize: number;
  size: number;
}

export interface LocalHeader extends Header {
  /** Sizes and checksum follow the data. */
  hasDescriptor: boolean;
}

export interface CentralHeader extends Header {
  offset: number;
  externalAttributes: number;
}

function decodeName(bytes: Buffer, isFlagged: boolean): string {
  if (bytes.length === 0) throw invalidArchive('An entry has no name');
  const name = decodeZipName(bytes, isFlagged);
  if (name === null) throw invalidEntry(bytes.toString('latin1'), 'has a name that is not UTF-8');
  return name;
}

function extrasOf(extra: Buffer, name: string): Map<number, Buffer> {
  const fields = new Map<number, Buffer>();
  for (let at = 0; at < extra.length;) {
    if (at + 4 > extra.length) throw invalidEntry(name, 'has a broken extra field');
    const id = extra.readUInt16LE(at);
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) throw invalidEntry(name, 'has a broken extra field');
    if (fields.has(id) && (id === EXTRA_ZIP64 || id === EXTRA_UNICODE_PATH)) {
      throw invalidEntry(name, 'has the same extra field twice');
    }
    fields.set(id, extra.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

function readU64(bytes: Buffer, at: number, name: string): number {
  const value = bytes.readBigUInt64LE(at);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw invalidEntry(name, 'states an impossible size');
  return Number(value);
}

/** Replaces each saturated 32-bit number by its 64-bit form. If both are given, they must be equal. */
function widen(values: number[], zip64: Buffer | undefined, name: string): number[] {
  if (!zip64) {
    if (values.includes(MAX_32)) throw invalidEntry(name, 'lacks its 64-bit sizes');
    return values;
  }
  const isComplete = zip64.length === values.length * 8;
  let at = 0;
  const wide = values.map((value) => {
    if (value !== MAX_32 && !isComplete) return value;
    if (at + 8 > zip64.length) throw invalidEntry(name, 'has broken 64-bit sizes');
    const full = readU64(zip64, at, name);
    at += 8;
    if (value !== MAX_32 && value !== full) throw invalidEntry(name, 'gives two different sizes');
    return full;
  });
  if (at !== zip64.length) throw invalidEntry(name, 'has broken 64-bit sizes');
  return wide;
}

function checkKind(flags: number, method: number, name: string): void {
  if ((flags & FLAG_ENCRYPTED) !== 0) throw invalidEntry(name, 'is encrypted');
  if ((flags & ~FLAGS_UNDERSTOOD) !== 0) throw invalidEntry(name, 'uses a zip feature that is not supported');
  if (method !== STORED && method !== DEFLATED) {
    throw invalidEntry(name, `is compressed with method ${method}; only deflate and store are supported`);
  }
}

/**
 * Returns the name of an entry. Info-ZIP and WinRAR repeat one that is not UTF-8 in an extra field, as UTF-8. Otherwise
 * both must be equal: tools differ in which one they use.
 */
function nameOf(rawName: Buffer, name: string, extras: ReadonlyMap<number, Buffer>): string {
  const field = extras.get(EXTRA_UNICODE_PATH);
  const own = field?.subarray(UNICODE_PATH_BYTES);
  if (!field || own?.equals(rawName)) return name;
  const isOfThisName = field.length > UNICODE_PATH_BYTES && field.readUInt32LE(1) === crc32(rawName);
  const repeated = own && isOfThisName && !isUtf8(rawName) ? decodeZipName(own, true) : null;
  if (repeated === null) throw invalidEntry(name, 'has two different names');
  return repeated;
}

/** Reads the name and the extra fields that follow the fixed part of a header. */
function namedFields(rest: Buffer, nameBytes: number, end: number, flags: number) {
  const rawName = rest.subarray(0, nameBytes);
  const spelled = decodeName(rawName, (flags & FLAG_UTF8) !== 0);
  const extras = extrasOf(rest.subarray(nameBytes, end), spelled);
  return { rawName, extras, name: nameOf(rawName, spelled, extras) };
}

/** `fixed` is the header after its signature; name and extra field follow in `rest`. */
export function parseLocal(fixed: Buffer, rest: Buffer): LocalHeader {
  const [flags, method] = [fixed.readUInt16LE(2), fixed.readUInt16LE(4)];
  const { rawName, name, extras } = namedFields(rest, fixed.readUInt16LE(22), rest.length, flags);
  checkKind(flags, method, name);
  const narrow = [fixed.readUInt32LE(18), fixed.readUInt32LE(14)];
  const [size = 0, compressedSize = 0] = widen(narrow, extras.get(EXTRA_ZIP64), name);
  return {
    name,
    rawName: rawName.toString('latin1'),
    flags,
    method,
    crc: fixed.readUInt32LE(10),
    compressedSize,
    size,
    hasDescriptor: (flags & FLAG_DESCRIPTOR) !== 0,
  };
}

/** The length of name and extra field after a local header. */
export const localRest = (fixed: Buffer): number => fixed.readUInt16LE(22) + fixed.readUInt16LE(24);

/** The length of name, extra field and comment after a central header. */
export const centralRest = (fixed: Buffer): number =>
  fixed.readUInt16LE(24) + fixed.readUInt16LE(26) + fixed.readUInt16LE(28);

export function parseCentral(fixed: Buffer, rest: Buffer): CentralHeader {
  const [flags, method] = [fixed.readUInt16LE(4), fixed.readUInt16LE(6)];
  const nameBytes = fixed.readUInt16LE(24);
  const end = nameBytes + fixed.readUInt16LE(26);
  const { rawName, name, extras } = namedFields(rest, nameBytes, end, flags);
  checkKind(flags, method, name);
  if (fixed.readUInt16LE(30) !== 0) throw invalidEntry(name, 'is in another part of a split archive');
  const narrow = [fixed.readUInt32LE(20), fixed.readUInt32LE(16), fixed.readUInt32LE(38)];
  const [size = 0, compressedSize = 0, offset = 0] = widen(narrow, extras.get(EXTRA_ZIP64), name);
  return {
    name,
    rawName: rawName.toString('latin1'),
    flags,
    method,
    crc: fixed.readUInt32LE(12),
    compressedSize,
    size,
    offset,
    externalAttributes: fixed.readUInt32LE(34),
  };
}

const typeOf = ({ externalAttributes }: CentralHeader): number => (externalAttributes >>> 16) & FILE_TYPE;

/** Whether an entry holds the target of a symbolic link, as `zip -y` writes it. */
export const isLink = (header: CentralHeader): boolean => typeOf(header) === TYPE_LINK;

/** Rejects everything but plain files, links and folders, and a folder named like a file. */
export function checkAttributes(header: CentralHeader): void {
  const { externalAttributes, name } = header;
  const problem = TYPE_NAMES.get(typeOf(header));
  if (problem !== undefined) throw invalidEntry(name, problem);
  const isFolder = typeOf(header) === TYPE_FOLDER || (externalAttributes & DOS_FOLDER) !== 0;
  if (isFolder && !/[/\\]$/.test(name)) throw invalidEntry(name, 'is a folder with the name of a file');
}

/** What the end of an archive must state, as known from reading the rest. */
export interface DirectorySize {
  entries: number;
  directoryOffset: number;
  directoryBytes: number;
}

const isOneOf = (value: number, ...allowed: number[]) => allowed.includes(value);

export function checkEnd64(record: Buffer, extent: DirectorySize): void {
  const sound =
    readU64(record, 0, 'The end') === END64_BYTES - 8 &&
    record.readUInt32LE(12) === 0 &&
    record.readUInt32LE(16) === 0 &&
    readU64(record, 20, 'The end') === extent.entries &&
    readU64(record, 28, 'The end') === extent.entries &&
    readU64(record, 36, 'The end') === extent.directoryBytes &&
    readU64(record, 44, 'The end') === extent.directoryOffset;
  if (!sound) throw invalidArchive('Its 64-bit end record does not agree with its entries');
}

export function checkLocator64(record: Buffer, end64Offset: number): void {
  const sound =
    record.readUInt32LE(0) === 0 &&
    readU64(record, 4, 'The end') === end64Offset &&
    isOneOf(record.readUInt32LE(12), 0, 1);
  if (!sound) throw invalidArchive('Its 64-bit end record is not where it says');
}

/** A number here may be saturated if there is a 64-bit end record. */
export function checkEnd(record: Buffer, extent: DirectorySize, has64: boolean): void {
  const short = (at: number, value: number) =>
    isOneOf(record.readUInt16LE(at), value, ...(has64 ? [MAX_16] : []));
  const long = (at: number, value: number) =>
    isOneOf(record.readUInt32LE(at), value, ...(has64 ? [MAX_32] : []));
  const sound =
    short(0, 0) &&
    short(2, 0) &&
    short(4, extent.entries) &&
    short(6, extent.entries) &&
    long(8, extent.directoryBytes) &&
    long(12, extent.directoryOffset);
  if (!sound) throw invalidArchive('Its end record does not agree with its entries');
}

export const commentBytes = (end: Buffer): number => end.readUInt16LE(16);

/** Totals found by reading an entry's data. */
export interface EntryTotals {
  crc: number;
  compressedSize: number;
  size: number;
}

/** The longest descriptor plus the signature after it. */
export const DESCRIPTOR_AHEAD = 28;

function descriptor(
  { crc, compressedSize, size }: EntryTotals,
  hasSignature: boolean,
  isWide: boolean,
): Buffer {
  const bytes = Buffer.alloc((hasSignature ? 4 : 0) + 4 + (isWide ? 16 : 8));
  let at = hasSignature ? bytes.writeUInt32LE(SIGNATURE.descriptor, 0) : 0;
  at = bytes.writeUInt32LE(crc, at);
  for (const value of [compressedSize, size]) {
    at = isWide ? bytes.writeBigUInt64LE(BigInt(value), at) : bytes.writeUInt32LE(value, at);
  }
  return bytes;
}

const FORMS = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
] as const;

/** Returns the length of the descriptor at the start of `ahead` if it matches the data; otherwise null. */
export function descriptorLength(ahead: Buffer, tally: EntryTotals): number | null {
  for (const [hasSignature, isWide] of FORMS) {
    const expected = descriptor(tally, hasSignature, isWide);
    if (ahead.length < expected.length + 4) continue;
    const next = ahead.readUInt32LE(expected.length);
    if (!isOneOf(next, SIGNATURE.local, SIGNATURE.central)) continue;
    if (ahead.subarray(0, expected.length).equals(expected)) return expected.length;
  }
  return null;
}
