import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';

/*
 * Writes a zip as a stream. Format: PKWARE APPNOTE 6.3 without zip64: the limits of comments keep an export below 4 GiB
 * and 65,535 files.
 */

const STORED = 0;
const DEFLATED = 8;
const UTF8_NAME = 0x0800;
/** Flag: checksum and sizes follow the data. */
const FACTS_BEHIND = 0x0008;
const JANUARY_1980 = 0x21;

interface Facts {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  size: number;
}

/** Encodes the fields shared by an entry's header and its directory record. */
function factsOf({ name, flags, method, crc, packed, size }: Facts): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(flags, 2);
  facts.writeUInt16LE(method, 4);
  facts.writeUInt16LE(JANUARY_1980, 8);
  facts.writeUInt32LE(crc, 10);
  facts.writeUInt32LE(packed, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function signed(signature: number, ...parts: Buffer[]): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, ...parts]);
}

const header = (facts: Facts) => signed(0x04034b50, factsOf(facts), facts.name);

function record(facts: Facts, offset: number): Buffer {
  const madeBy = Buffer.from([20, 0]);
  const place = Buffer.alloc(14);
  place.writeUInt32LE(offset, 10);
  return signed(0x02014b50, madeBy, factsOf(facts), place, facts.name);
}

function behind({ crc, packed, size }: Facts): Buffer {
  const facts = Buffer.alloc(12);
  facts.writeUInt32LE(crc, 0);
  facts.writeUInt32LE(packed, 4);
  facts.writeUInt32LE(size, 8);
  return signed(0x08074b50, facts);
}

function end(entries: number, size: number, offset: number): Buffer {
  const facts = Buffer.alloc(18);
  facts.writeUInt16LE(entries, 4);
  facts.writeUInt16LE(entries, 6);
  facts.writeUInt32LE(size, 8);
  facts.writeUInt32LE(offset, 12);
  return signed(0x06054b50, facts);
}

/** A text of unknown length, produced while it is written; or a whole file. */
export interface ZipEntry {
  name: string;
  content: AsyncIterable<string> | Buffer;
}

async function* deflated(facts: Facts, text: AsyncIterable<string>): AsyncGenerator<Buffer> {
  async function* counted() {
    for await (const piece of text) {
      const bytes = Buffer.from(piece);
      facts.crc = crc32(bytes, facts.crc);
      facts.size += bytes.length;
      yield bytes;
    }
  }
  const source = Readable.from(counted(), { highWaterMark: 1 });
  const deflate = createDeflateRaw();
  source.once('error', (cause) => deflate.destroy(cause));
  for await (const piece of source.pipe(deflate) as AsyncIterable<Buffer>) {
    facts.packed += piece.length;
    yield piece;
  }
}

/** Yields the archive; reads each entry when the previous one has been consumed. */
export async function* asZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const records: Buffer[] = [];
  let written = 0;
  const counted = (piece: Buffer) => {
    written += piece.length;
    return piece;
  };
  for await (const { name, content } of entries) {
    const offset = written;
    const facts: Facts = {
      name: Buffer.from(name),
      flags: UTF8_NAME,
      method: STORED,
      crc: 0,
      packed: 0,
      size: 0,
    };
    if (Buffer.isBuffer(content)) {
      Object.assign(facts, { crc: crc32(content), packed: content.length, size: content.length });
      yield counted(header(facts));
      yield counted(content);
    } else {
      Object.assign(facts, { flags: UTF8_NAME | FACTS_BEHIND, method: DEFLATED });
      yield counted(header(facts));
      for await (const piece of deflated(facts, content)) yield counted(piece);
      yield counted(behind(facts));
    }
    records.push(record(facts, offset));
  }
  const directory = Buffer.concat(records);
  yield Buffer.concat([directory, end(records.length, directory.length, written)]);
}
