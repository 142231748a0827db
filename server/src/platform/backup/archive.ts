import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import type { Bytes } from '../blobs/store.ts';

// A backup is a tar file, so that other programs can read it too. Each entry is followed by one with its SHA-256.

const BLOCK = 512;
const SUM = '.sha256';
const SUM_BYTES = 65;

export interface Entry {
  name: string;
  size: number;
  /** What is not read of it is skipped. */
  body: Readable;
}

/** The file ends early, or its bytes are not those that were written. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

const asDamage = (cause: unknown): unknown =>
  (cause as NodeJS.ErrnoException).syscall === undefined
    ? new DamagedArchive('The file ends early, or is no archive', { cause })
    : cause;

async function* bytesOf(body: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body) yield chunk as Uint8Array;
  } catch (cause) {
    throw asDamage(cause);
  }
}

async function* readRaw(file: string): AsyncGenerator<Entry> {
  const reader = extract();
  const reading = pipeline(createReadStream(file, { highWaterMark: 1024 ** 2 }), reader);
  reading.catch(() => undefined); // the entries end with the same error
  try {
    for await (const entry of reader) {
      const { name, size = 0 } = entry.header;
      yield { name, size, body: Readable.from(bytesOf(entry)) };
    }
  } catch (cause) {
    throw cause instanceof DamagedArchive ? cause : asDamage(cause);
  } finally {
    reader.destroy();
  }
}

export async function textOf({ body }: Entry): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

/** Returns the same bytes, and their hash once they were read. */
function hashed(body: Bytes): { bytes: AsyncGenerator<Uint8Array>; digest: () => string } {
  const hash = createHash('sha256');
  async function* bytes() {
    for await (const chunk of body) {
      hash.update(chunk);
      yield chunk;
    }
  }
  return { bytes: bytes(), digest: () => hash.digest('hex') };
}

/** Reads the entries. Throws `DamagedArchive` after the first that is not as it was written. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  let expected: { name: string; digest: () => string } | undefined;
  for await (const entry of readRaw(file)) {
    if (expected === undefined) {
      const { bytes, digest } = hashed(entry.body as AsyncIterable<Uint8Array>);
      expected = { name: entry.name, digest };
      const body = Readable.from(bytes, { objectMode: false });
      yield { ...entry, body };
      if (!body.readableEnded) for await (const _ of body);
      continue;
    }
    const isSum = entry.name === expected.name + SUM && entry.size === SUM_BYTES;
    if (!isSum || (await textOf(entry)).trim() !== expected.digest())
      throw new DamagedArchive(`${expected.name} is damaged`);
    expected = undefined;
  }
  if (expected !== undefined) throw new DamagedArchive(`${expected.name} is the last entry`);
}

/** Space that an entry takes. Names are short, so each has one header. */
const lengthOf = (size: number) => BLOCK + Math.ceil(size / BLOCK) * BLOCK;

/** Returns the whole entries at the start of a file that may end early, as long as `keeps` accepts them. */
async function scan(file: string, keeps: (entry: Entry) => Promise<boolean>) {
  const sizes = new Map<string, number>();
  let [end, next] = [0, 0];
  let last: Entry | undefined;
  const keepLast = () => {
    if (last) sizes.set(last.name, last.size);
    end = next;
  };
  try {
    for await (const entry of readArchive(file)) {
      keepLast(); // its hash was right, or there would be no next entry
      if (!(await keeps(entry))) return { sizes, end };
      next += lengthOf(entry.size) + lengthOf(SUM_BYTES);
      last = entry;
    }
    keepLast();
  } catch (cause) {
    if (!(cause instanceof DamagedArchive)) throw cause;
  }
  return { sizes, end };
}

/** Writes an archive, after the whole entries of one whose writing was cut. */
export class ArchiveWriter {
  /** Sizes of the entries by their names. */
  readonly sizes: Map<string, number>;
  readonly #file: FileHandle;
  readonly #pack = pack();
  readonly #writing: Promise<void>;
  /** Why the file could not be written. */
  #failure: { cause: unknown } | undefined;

  private constructor(file: FileHandle, sizes: Map<string, number>) {
    this.sizes = sizes;
    this.#file = file;
    this.#writing = this.#append();
    this.#writing.catch(() => undefined); // thrown by the next operation
  }

  /** Opens the file, readable by this user only. Entries that `keeps` rejects and all after them are written again. */
  static async open(file: string, keeps: (entry: Entry) => Promise<boolean>): Promise<ArchiveWriter> {
    const handle = await open(file, 'a', 0o600);
    try {
      const { sizes, end } = await scan(file, keeps);
      await handle.truncate(end);
      return new ArchiveWriter(handle, sizes);
    } catch (cause) {
      await handle.close();
      throw cause;
    }
  }

  async add(name: string, size: number, body: Bytes): Promise<void> {
    const { bytes, digest } = hashed(body);
    await this.#write(name, size, bytes);
    await this.#write(name + SUM, SUM_BYTES, [Buffer.from(`${digest()}\n`)]);
    this.sizes.set(name, size);
  }

  addText(name: string, text: string): Promise<void> {
    const body = Buffer.from(text);
    return this.add(name, body.length, [body]);
  }

  /** Ends the archive. It is on the disk when this resolves. */
  async finish(): Promise<void> {
    this.#pack.finalize();
    await this.#writing;
    await this.#file.sync();
  }

  async close(): Promise<void> {
    this.#pack.destroy();
    await this.#writing.catch(() => undefined);
    await this.#file.close();
  }

  async #append(): Promise<void> {
    for await (const chunk of this.#pack) {
      await this.#file.appendFile(chunk as Uint8Array).catch((cause: unknown) => {
        this.#failure = { cause };
        throw cause;
      });
    }
  }

  /** A disk that is full is the reason to report, not the entry that it interrupted. */
  async #write(name: string, size: number, body: Bytes): Promise<void> {
    try {
      const entry = this.#pack.entry({ name, size, mode: 0o600 });
      await pipeline(Readable.from(body), entry);
    } catch (cause) {
      throw this.#failure ? this.#failure.cause : cause;
    }
  }
}
