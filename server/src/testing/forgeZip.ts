import { crc32, deflateRawSync } from 'node:zlib';

/** Header fields; missing ones are correct. */
interface HeaderFields {
  name?: string | Buffer;
  flags?: number;
  method?: number;
  crc?: number;
  compressedSize?: number;
  size?: number;
  extra?: Buffer;
}

export interface ForgedEntry {
  name: string | Buffer;
  data?: Buffer | string;
  /** Stored by default. */
  deflate?: boolean;
  /** Replaces the correctly packed data. */
  packed?: Buffer;
  flags?: number;
  local?: HeaderFields;
  central?: HeaderFields & { offset?: number; attributes?: number; disk?: number };
  /** Bytes after the data: `honest` and `wide` are correct with 32 and 64 bits, `bare` has no signature. */
  descriptor?: 'honest' | 'wide' | 'bare' | Buffer;
  /** Bytes between the previous entry and this one. */
  gap?: Buffer;
}

export interface Forgery {
  prefix?: Buffer;
  /** Which entries the central directory lists, in order. Default: each once. */
  listed?: number[];
  /** Bytes between the central directory and its end record. */
  beforeEnd?: Buffer;
  /** A 64-bit end record with these fields replaced. */
  end64?: { entries?: number; directoryOffset?: number; directoryBytes?: number; locator?: number };
  end?: { disk?: number; entries?: number; directoryOffset?: number; directoryBytes?: number };
  comment?: Buffer;
  trailing?: Buffer;
}

export const UTF8 = 0x800;
const DESCRIPTOR = 0x8;
const NOTHING = Buffer.alloc(0);

/** Encodes numbers in sequence: `[2, 20]` is 20 in two bytes. */
function numbers(...fields: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 8) at = buffer.writeBigUInt64LE(BigInt(value), at);
    else if (bytes === 4) at = buffer.writeUInt32LE(value >>> 0, at);
    else at = buffer.writeUInt16LE(value & 0xffff, at);
  }
  return buffer;
}

export const extraField = (id: number, data: Buffer) =>
  Buffer.concat([numbers([2, id], [2, data.length]), data]);
export const zip64Field = (...values: number[]) =>
  extraField(0x0001, numbers(...values.map((value): [8, number] => [8, value])));
export const unicodePath = (rawName: string | Buffer, name: string) =>
  extraField(0x7075, Buffer.concat([Buffer.from([1]), numbers([4, crc32(rawName)]), Buffer.from(name)]));

function packEntry(entry: ForgedEntry) {
  const data = Buffer.from(entry.data ?? '');
  const packed = entry.packed ?? (entry.deflate ? deflateRawSync(data) : data);
  const hasDescriptor = entry.descriptor !== undefined;
  return {
    packed,
    name: entry.name,
    flags: (entry.flags ?? UTF8) | (hasDescriptor ? DESCRIPTOR : 0),
    method: entry.deflate ? 8 : 0,
    crc: crc32(data),
    compressedSize: packed.length,
    size: data.length,
    extra: NOTHING,
  };
}

/** Large entries take long to compress, and each header needs the result. */
const packedEntries = new WeakMap<ForgedEntry, ReturnType<typeof packEntry>>();

function truthOf(entry: ForgedEntry): ReturnType<typeof packEntry> {
  const truth = packedEntries.get(entry) ?? packEntry(entry);
  packedEntries.set(entry, truth);
  return truth;
}

function descriptorOf(entry: ForgedEntry): Buffer {
  const { descriptor } = entry;
  if (descriptor === undefined || Buffer.isBuffer(descriptor)) return descriptor ?? NOTHING;
  const { crc, compressedSize, size } = truthOf(entry);
  const width = descriptor === 'wide' ? 8 : 4;
  const sizes = numbers([4, crc], [width, compressedSize], [width, size]);
  return descriptor === 'bare' ? sizes : Buffer.concat([numbers([4, 0x08074b50]), sizes]);
}

function localOf(entry: ForgedEntry): Buffer {
  const truth = truthOf(entry);
  const unstated = entry.descriptor === undefined ? {} : { crc: 0, compressedSize: 0, size: 0 };
  const stated = { ...truth, ...unstated, ...entry.local };
  const name = Buffer.from(stated.name);
  const header = numbers(
    [4, 0x04034b50],
    [2, 20],
    [2, stated.flags],
    [2, stated.method],
    [4, 0],
    [4, stated.crc],
    [4, stated.compressedSize],
    [4, stated.size],
    [2, name.length],
    [2, stated.extra.length],
  );
  return Buffer.concat([entry.gap ?? NOTHING, header, name, stated.extra, truth.packed, descriptorOf(entry)]);
}

function centralOf(entry: ForgedEntry, offset: number): Buffer {
  const stated = { ...truthOf(entry), offset, attributes: 0, disk: 0, ...entry.central };
  const name = Buffer.from(stated.name);
  const header = numbers(
    [4, 0x02014b50],
    [2, 0x031e],
    [2, 20],
    [2, stated.flags],
    [2, stated.method],
    [4, 0],
    [4, stated.crc],
    [4, stated.compressedSize],
    [4, stated.size],
    [2, name.length],
    [2, stated.extra.length],
    [2, 0],
    [2, stated.disk],
    [2, 0],
    [4, stated.attributes],
    [4, stated.offset],
  );
  return Buffer.concat([header, name, stated.extra]);
}

/** Writes a zip byte by byte, correct except for the given forgeries. */
export function forgeZip(entries: ForgedEntry[], forgery: Forgery = {}): Buffer {
  const prefix = forgery.prefix ?? NOTHING;
  const parts: Buffer[] = [prefix];
  const offsets: number[] = [];
  let at = prefix.length;
  for (const entry of entries) {
    const bytes = localOf(entry);
    offsets.push(at + (entry.gap?.length ?? 0));
    parts.push(bytes);
    at += bytes.length;
  }

  const listed = forgery.listed ?? entries.map((_entry, index) => index);
  const directory = listed.map((index) => centralOf(entries[index] as ForgedEntry, offsets[index] as number));
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  const truth = { disk: 0, entries: listed.length, directoryOffset: at, directoryBytes };
  parts.push(Buffer.concat(directory), forgery.beforeEnd ?? NOTHING);

  if (forgery.end64) {
    const stated = { ...truth, locator: at + directoryBytes, ...forgery.end64 };
    parts.push(
      numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0]),
      numbers(
        [8, stated.entries],
        [8, stated.entries],
        [8, stated.directoryBytes],
        [8, stated.directoryOffset],
      ),
      numbers([4, 0x07064b50], [4, 0], [8, stated.locator], [4, 1]),
    );
  }
  const end = { ...truth, ...forgery.end };
  const comment = forgery.comment ?? NOTHING;
  parts.push(
    numbers([4, 0x06054b50], [2, end.disk], [2, 0], [2, end.entries], [2, end.entries]),
    numbers([4, end.directoryBytes], [4, end.directoryOffset], [2, comment.length]),
    comment,
  );
  parts.push(forgery.trailing ?? NOTHING);
  return Buffer.concat(parts);
}
