import { crc32, deflateRawSync } from 'node:zlib';

/** What a header says; anything left out is the truth. */
export interface Said {
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
  /** Stored unless asked otherwise. */
  deflate?: boolean;
  /** The bytes that stand for the data, when they are not its honest form. */
  packed?: Buffer;
  flags?: number;
  local?: Said;
  central?: Said & { offset?: number; attributes?: number; disk?: number };
  /** Bytes behind the data. `honest` and `wide` tell the truth in 32 and 64 bits, `bare` without the signature. */
  descriptor?: 'honest' | 'wide' | 'bare' | Buffer;
  /** Bytes between the entry before and this one. */
  gap?: Buffer;
}

export interface Forgery {
  prefix?: Buffer;
  /** Which entries the central directory lists, in order. All once by default. */
  listed?: number[];
  /** Bytes between the central directory and the end. */
  beforeEnd?: Buffer;
  /** A 64-bit end record; what it says beside the truth. */
  end64?: { entries?: number; directoryOffset?: number; directoryBytes?: number; locator?: number };
  end?: { disk?: number; entries?: number; directoryOffset?: number; directoryBytes?: number };
  comment?: Buffer;
  trailing?: Buffer;
}

export const UTF8 = 0x800;
const DESCRIPTOR = 0x8;
const NOTHING = Buffer.alloc(0);

const u16 = (value: number) => Buffer.from([value & 0xff, (value >>> 8) & 0xff]);
const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

export const extraField = (id: number, data: Buffer) => Buffer.concat([u16(id), u16(data.length), data]);
export const zip64Field = (...values: number[]) => extraField(0x0001, Buffer.concat(values.map(u64)));
export const unicodePath = (rawName: string, name: string) =>
  extraField(0x7075, Buffer.concat([Buffer.from([1]), u32(crc32(rawName)), Buffer.from(name)]));

function truthOf(entry: ForgedEntry) {
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

function descriptorOf(entry: ForgedEntry): Buffer {
  const { descriptor } = entry;
  if (descriptor === undefined || Buffer.isBuffer(descriptor)) return descriptor ?? NOTHING;
  const { crc, compressedSize, size } = truthOf(entry);
  const sizes = descriptor === 'wide' ? [u64(compressedSize), u64(size)] : [u32(compressedSize), u32(size)];
  return Buffer.concat([descriptor === 'bare' ? NOTHING : u32(0x08074b50), u32(crc), ...sizes]);
}

function localOf(entry: ForgedEntry): Buffer {
  const truth = truthOf(entry);
  const untold = entry.descriptor === undefined ? {} : { crc: 0, compressedSize: 0, size: 0 };
  const said = { ...truth, ...untold, ...entry.local };
  const name = Buffer.from(said.name);
  return Buffer.concat([
    entry.gap ?? NOTHING,
    u32(0x04034b50),
    u16(20),
    u16(said.flags),
    u16(said.method),
    u32(0),
    u32(said.crc),
    u32(said.compressedSize),
    u32(said.size),
    u16(name.length),
    u16(said.extra.length),
    name,
    said.extra,
    truth.packed,
    descriptorOf(entry),
  ]);
}

function centralOf(entry: ForgedEntry, offset: number): Buffer {
  const said = { ...truthOf(entry), offset, attributes: 0, disk: 0, ...entry.central };
  const name = Buffer.from(said.name);
  return Buffer.concat([
    u32(0x02014b50),
    u16(0x031e),
    u16(20),
    u16(said.flags),
    u16(said.method),
    u32(0),
    u32(said.crc),
    u32(said.compressedSize),
    u32(said.size),
    u16(name.length),
    u16(said.extra.length),
    u16(0),
    u16(said.disk),
    u16(0),
    u32(said.attributes),
    u32(said.offset),
    name,
    said.extra,
  ]);
}

/** Writes a zip byte by byte: honest unless told what to lie about. */
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
    const said = { ...truth, locator: at + directoryBytes, ...forgery.end64 };
    parts.push(
      u32(0x06064b50),
      u64(44),
      u16(45),
      u16(45),
      u32(0),
      u32(0),
      u64(said.entries),
      u64(said.entries),
    );
    parts.push(u64(said.directoryBytes), u64(said.directoryOffset));
    parts.push(u32(0x07064b50), u32(0), u64(said.locator), u32(1));
  }
  const end = { ...truth, ...forgery.end };
  const comment = forgery.comment ?? NOTHING;
  parts.push(u32(0x06054b50), u16(end.disk), u16(0), u16(end.entries), u16(end.entries));
  parts.push(u32(end.directoryBytes), u32(end.directoryOffset), u16(comment.length), comment);
  parts.push(forgery.trailing ?? NOTHING);
  return Buffer.concat(parts);
}
