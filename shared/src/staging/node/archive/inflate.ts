import { createInflateRaw, inflateRawSync } from 'node:zlib';
import type { ByteReader } from './bytes.ts';
import { invalidEntry } from './errors.ts';

/** Up to this size inflating at once is cheaper than setting up a stream. */
export const INFLATE_AT_ONCE = 128 * 1024;

const FEED_BYTES = 64 * 1024;

const isDamage = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && /^(Z_|ERR_BUFFER_TOO_LARGE)/.test(String(cause.code));

const broken = (name: string, cause?: unknown) =>
  invalidEntry(name, 'is damaged: it cannot be decompressed', cause);

/** Inflates `data`, which must be exactly one deflate stream. */
export function inflateAtOnce(data: Buffer, size: number, name: string): Buffer {
  try {
    // `info` is missing from the types: it returns the engine, which knows how much it read.
    const { buffer, engine } = inflateRawSync(data, {
      info: true,
      maxOutputLength: Math.max(size, 1),
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    if (engine.bytesWritten !== data.length) throw invalidEntry(name, 'has data after its end');
    return buffer;
  } catch (cause) {
    throw isDamage(cause) ? broken(name, cause) : cause;
  }
}

/**
 * Inflates one deflate stream chunk by chunk, off the event loop. If `compressedSize` is null, the stream's own end
 * decides, and the reader continues right after it.
 */
export async function* inflate(
  bytes: ByteReader,
  compressedSize: number | null,
  name: string,
): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: FEED_BYTES });
  let [failure, isOver, fed]: [unknown, boolean, number] = [undefined, false, 0];
  let wake = () => {};
  inflater.on('readable', () => wake());
  inflater.on('end', () => {
    isOver = true;
    wake();
  });
  inflater.on('error', (cause) => {
    failure = cause;
    wake();
  });

  /** Yields output until `isDone`. */
  async function* output(isDone: () => boolean): AsyncGenerator<Buffer> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      for (let piece = inflater.read() as Buffer | null; piece; piece = inflater.read() as Buffer | null) {
        yield piece;
      }
      if (failure !== undefined) throw isDamage(failure) ? broken(name, failure) : failure;
      if (isDone()) return;
      await woken;
    }
  }

  try {
    // Bytes that were fed but not read follow the end of the deflate stream.
    while (inflater.bytesWritten === fed && fed !== compressedSize) {
      const piece = await bytes.some(Math.min(FEED_BYTES, (compressedSize ?? Infinity) - fed));
      if (!piece) throw invalidEntry(name, 'ends before it is complete');
      fed += piece.length;
      let isTaken = false;
      inflater.write(piece, () => {
        isTaken = true;
        wake();
      });
      yield* output(() => isTaken);
    }
    if (compressedSize === null) bytes.back(fed - inflater.bytesWritten);
    else if (inflater.bytesWritten !== compressedSize) throw invalidEntry(name, 'has data after its end');
    else {
      inflater.end();
      yield* output(() => isOver);
    }
  } finally {
    inflater.destroy();
  }
}
