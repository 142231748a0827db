import { invalidArchive } from './errors.ts';

function join([first, ...others]: Uint8Array[]): Buffer {
  if (first === undefined) return Buffer.alloc(0);
  if (others.length > 0) return Buffer.concat([first, ...others]);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

/** Reads exact numbers of bytes from a stream and buffers only those plus one chunk. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Buffer = Buffer.alloc(0);
  #offset = 0;
  #passed = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Number of bytes returned so far. */
  get position(): number {
    return this.#passed + this.#offset;
  }

  /** Returns 1 to `max` bytes as they arrive; null at the end. */
  async some(max: number): Promise<Buffer | null> {
    const waiting = await this.ahead(1);
    return waiting.length === 0 ? null : this.#hand(Math.min(max, waiting.length));
  }

  /** Returns exactly `count` bytes. */
  async take(count: number): Promise<Buffer> {
    if ((await this.ahead(count)).length < count) throw invalidArchive('It ends before it is complete');
    return this.#hand(count);
  }

  /** Returns at least `count` bytes without consuming them; fewer at the end. */
  async ahead(count: number): Promise<Buffer> {
    const waiting = this.#chunk.subarray(this.#offset);
    if (waiting.length >= count) return waiting;
    // Concatenate once: copying on every chunk would be quadratic for tiny chunks.
    const parts: Uint8Array[] = waiting.length > 0 ? [waiting] : [];
    for (let total = waiting.length; total < count;) {
      const next = await this.#source.next();
      if (next.done) break;
      parts.push(next.value);
      total += next.value.length;
    }
    this.#passed += this.#offset;
    this.#offset = 0;
    this.#chunk = join(parts);
    return this.#chunk;
  }

  /** Puts back the last bytes returned by `some`. */
  back(count: number): void {
    this.#offset -= count;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  #hand(count: number): Buffer {
    const bytes = this.#chunk.subarray(this.#offset, this.#offset + count);
    this.#offset += count;
    return bytes;
  }
}
