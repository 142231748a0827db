import { pipeline, Transform } from 'node:stream';
import { brotliDecompressSync, constants, createBrotliDecompress, createGunzip } from 'node:zlib';
import type { App } from '../context.ts';
import { openBlob } from '../blobs/read.ts';
import type { PackedCoding, Unpacked } from './answers.ts';

/** What is needed of a file to know whether it is packed. */
export const BEGINNING_BYTES = 1024;
/** A few kilobytes can be packed gigabytes. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;
const MAX_BEGINNING_BYTES = 1024 * 1024;

/** Brotli has no magic number, so its beginning is unpacked. */
function isBrotli(beginning: Buffer): boolean {
  const finishFlush = constants.BROTLI_OPERATION_FLUSH;
  try {
    brotliDecompressSync(beginning, { finishFlush, maxOutputLength: MAX_BEGINNING_BYTES });
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
  }
}

/** Returns whether a file with these first bytes is packed as its name says. */
export function canUnpack(beginning: Buffer, coding: PackedCoding): boolean {
  return coding === 'gzip' ? beginning[0] === 0x1f && beginning[1] === 0x8b : isBrotli(beginning);
}

function limitTo(bytes: number): Transform {
  let left = bytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      left -= chunk.length;
      done(left < 0 ? new Error('The unpacked file is too large') : null, chunk);
    },
  });
}

/** Streams what is packed in a blob. */
export async function* unpack(
  app: Pick<App, 'db' | 'blobs'>,
  { place, coding }: Unpacked,
): AsyncIterable<Buffer> {
  const decoder = coding === 'br' ? createBrotliDecompress() : createGunzip();
  const limited = limitTo(MAX_UNPACKED_BYTES);
  // A failure destroys the last stream, which its reader sees.
  pipeline(await openBlob(app, place), decoder, limited, () => undefined);
  yield* limited as AsyncIterable<Buffer>;
}
