import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { BlobLocation } from '../blobs/location.ts';
import type { Encoding } from './negotiate.ts';

/** Bytes in memory, or a part of a stored blob. */
export type BodyPart = Buffer | { place: BlobLocation; offset: number; length: number };

export type PackedCoding = 'br' | 'gzip';

/** What is packed in a stored blob. Its size is not known before it is unpacked. */
export interface Unpacked {
  place: BlobLocation;
  coding: PackedCoding;
}

export type Source = Buffer | BodyPart[] | Unpacked;

/** The parts of a response, in one encoding, that do not depend on the request. */
export interface CachedResponse {
  etag: string;
  /** Null where it is not known; such a response has no ranges. */
  size: number | null;
  /** Bytes in memory (short ones as a string with one character per byte), or where to stream them from. */
  body: string | Source;
  /** Headers as the flat array that `writeHead` processes fastest. */
  headers: string[];
  notModified: string[];
}

export interface ResponseOptions {
  /** Prefix of entity tags; equal only for equal content. */
  tag: string;
  type: string;
  cacheControl: string;
  /** Request headers that decide about the response besides `Accept-Encoding`. */
  vary?: string;
  /** Further headers, as the same flat array. */
  more: readonly string[];
}

/** Up to this size Node sends a string together with the headers in one write, without extra memory. */
const SHORT_BYTES = 12 * 1024;
/** Shorter bodies fit one packet either way. */
export const WORTH_COMPRESSING_BYTES = 512;

function lengthOf(source: Source): number | null {
  if (Buffer.isBuffer(source)) return source.length;
  return Array.isArray(source) ? source.reduce((sum, piece) => sum + piece.length, 0) : null;
}

/** Copies the bytes, because a slice keeps its whole pool or compressor output in memory. */
export function detachBuffer(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

function bodyOf(source: Source): CachedResponse['body'] {
  if (!Buffer.isBuffer(source)) return source;
  return source.length <= SHORT_BYTES ? source.toString('latin1') : detachBuffer(source);
}

export function createAnswer(about: ResponseOptions, encoding: Encoding, source: Source): CachedResponse {
  const size = lengthOf(source);
  const coded = encoding !== 'identity';
  const etag = `"${about.tag}${coded ? `-${encoding}` : ''}"`;
  const vary = about.vary === undefined ? 'Accept-Encoding' : `Accept-Encoding, ${about.vary}`;
  const caching = ['ETag', etag, 'Cache-Control', about.cacheControl, 'Vary', vary];
  const notModified = [...caching, ...about.more];
  const described = ['Content-Type', about.type];
  if (size !== null) described.push('Content-Length', String(size), 'Accept-Ranges', 'bytes');
  if (coded) described.push('Content-Encoding', encoding);
  return { etag, size, body: bodyOf(source), headers: [...described, ...notModified], notModified };
}

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_MIN_WINDOW_BITS, BROTLI_DEFAULT_WINDOW } = constants;

/** Limits the window to the size of the input: a larger one takes megabytes without benefit. */
function windowBits(bytes: number): number {
  return Math.min(Math.max(Math.ceil(Math.log2(bytes + 16)), BROTLI_MIN_WINDOW_BITS), BROTLI_DEFAULT_WINDOW);
}

/** Compresses once for many responses; `effort` from 0 to 1 trades time for size. */
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
    // Each compressor would otherwise reserve tens of megabytes for input of unknown size.
    pledgedSrcSize: body.length,
  });
}
