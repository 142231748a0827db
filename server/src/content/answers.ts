import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { Place } from '../blobs/read.ts';
import type { Encoding } from './negotiate.ts';

/** Bytes at hand, or a part of a stored blob. */
export type Piece = Buffer | { place: Place; offset: number; length: number };

/** What a body is made from. */
export type Source = Buffer | Piece[];

/** Everything of an answer that does not depend on the request, in one encoding. */
export interface Answer {
  etag: string;
  size: number;
  /** In memory, a short one as a string with one character a byte; or where to stream it from. */
  body: string | Source;
  /** Headers in the flat shape `writeHead` takes fastest. */
  headers: string[];
  notModified: string[];
}

export interface About {
  /** What entity tags begin with; equal for equal content only. */
  tag: string;
  type: string;
  cacheControl: string;
  /** Further headers, in the same flat shape. */
  more: readonly string[];
}

/** Up to here a string is better: Node sends it in one piece with the headers, and it takes no memory beside itself. */
const SHORT_BYTES = 12 * 1024;
/** Shorter bodies fit one packet either way. */
export const WORTH_COMPRESSING_BYTES = 512;

const lengthOf = (source: Source) =>
  Buffer.isBuffer(source) ? source.length : source.reduce((sum, piece) => sum + piece.length, 0);

/** The bytes with memory of their own: as a part of a pool or of a compressor's output they would keep all of that. */
export function alone(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function bodyOf(source: Source): Answer['body'] {
  if (!Buffer.isBuffer(source)) return source;
  return source.length <= SHORT_BYTES ? source.toString('latin1') : alone(source);
}

export function createAnswer(about: About, encoding: Encoding, source: Source): Answer {
  const size = lengthOf(source);
  const coded = encoding !== 'identity';
  const etag = `"${about.tag}${coded ? `-${encoding}` : ''}"`;
  const caching = ['ETag', etag, 'Cache-Control', about.cacheControl, 'Vary', 'Accept-Encoding'];
  const notModified = [...caching, ...about.more];
  const described = ['Content-Type', about.type, 'Content-Length', String(size), 'Accept-Ranges', 'bytes'];
  if (coded) described.push('Content-Encoding', encoding);
  return { etag, size, body: bodyOf(source), headers: [...described, ...notModified], notModified };
}

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants;

/** No larger than what it looks back on: the compressor takes megabytes for a window that a page cannot fill. */
function windowBits(bytes: number): number {
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), BROTLI_MIN_WINDOW_BITS), BROTLI_DEFAULT_WINDOW);
}

/** Compresses once for many answers; `effort` 0 to 1 trades time for size. */
export function compress(
  body: Buffer,
  encoding: Exclude<Encoding, 'identity'>,
  effort: number,
): Promise<Buffer> {
  if (encoding === 'br') {
    const params = {
      [BROTLI_PARAM_QUALITY]: Math.round(effort * 11),
      [BROTLI_PARAM_LGWIN]: windowBits(body.length),
    };
    return promisify(brotliCompress)(body, { params });
  }
  if (encoding === 'gzip') return promisify(gzip)(body, { level: Math.max(1, Math.round(effort * 9)) });
  const level = Math.max(1, Math.round(effort * 19));
  return promisify(zstdCompress)(body, {
    params: { [constants.ZSTD_c_compressionLevel]: level },
    // Without it each takes the tens of megabytes that a file of any size may need.
    pledgedSrcSize: body.length,
  });
}
