import { damaged } from './refusals.ts';

function join([first, ...others]: Uint8Array[]): Buffer {
  if (first === undefined) return Buffer.alloc(0);
  if (others.length > 0) return Buffer.concat([first, ...others]);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

/** Reads a stream as exact numbers of bytes, holding no more of it than was asked for and one chunk. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #chunk: Buffer = Buffer.alloc(0);
  #offset = 0;
  #passed = 0;

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** How many bytes of the stream have been handed out. */
  get position(): number {
    return this.#passed + this.#offset;
  }

  /** Between 1 and `max` bytes, as they have arrived; null at the end. */
  async some(max: number): Promise<Buffer | null> {
    const waiting = await this.ahead(1);
    return waiting.length === 0 ? null : this.#hand(Math.min(max, waiting.length));
  }

  /** Exactly `count` bytes. */
  async take(count: number): Promise<Buffer> {
    if ((await this.ahead(count)).length < count) throw damaged('It ends before it is complete');
    return this.#hand(count);
  }

  /** What comes next, without moving on: at least `count` bytes unless the stream ends sooner. */
  async ahead(count: number): Promise<Buffer> {
    const waiting = this.#chunk.subarray(this.#offset);
    if (waiting.length >= count) return waiting;
    // Joined once at the end: a sender of tiny pieces must not make us copy the same bytes again and again.
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

  /** Gives back the last bytes of what `some` handed out last. */
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
