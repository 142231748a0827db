import { createHash } from 'node:crypto';
import {
  type ResponseOptions,
  type CachedResponse,
  compress,
  createAnswer,
  WORTH_COMPRESSING_BYTES,
} from './answers.ts';
import { type BuiltFile, CODED } from './builtFiles.ts';
import { CONTENT_HEADERS } from './headers.ts';
import type { Encoding } from './negotiate.ts';

/** A file of the app, in memory in every worthwhile encoding. */
export type Asset = ReadonlyMap<Encoding, CachedResponse>;

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json|wasm)|image\/(svg|x-icon|vnd))/;
const EFFORT = 0.8;
/** One at a time: each compressor takes megabytes, and a hundred at once took gigabytes. */
let compressed = Promise.resolve();

/**
 * Keeps a file in memory for the life of the process. One that was not compressed when it was built is compressed
 * here, and sent as it is until that is done.
 */
export function createAsset(
  { body, compressed: built }: BuiltFile,
  type: string,
  cacheControl: string,
  more: readonly string[] = CONTENT_HEADERS,
): Asset {
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 32);
  const about: ResponseOptions = { tag, type, cacheControl, more };
  const asset = new Map<Encoding, CachedResponse>([['identity', createAnswer(about, 'identity', body)]]);
  for (const [encoding, bytes] of built) asset.set(encoding, createAnswer(about, encoding, bytes));
  if (built.size === 0 && body.length >= WORTH_COMPRESSING_BYTES && COMPRESSIBLE.test(type)) {
    compressed = compressed.then(() => addForms(asset, about, body));
  }
  return asset;
}

async function addForms(
  asset: Map<Encoding, CachedResponse>,
  about: ResponseOptions,
  body: Buffer,
): Promise<void> {
  for (const encoding of CODED) {
    const coded = await compress(body, encoding, EFFORT);
    if (coded.length < body.length) asset.set(encoding, createAnswer(about, encoding, coded));
  }
}

/** Returns the encoding the request prefers. */
export function chooseForm(asset: Asset, accepted: readonly Encoding[]): CachedResponse {
  for (const encoding of [...accepted, 'identity'] as const) {
    const answer = asset.get(encoding);
    if (answer) return answer;
  }
  throw new Error('An asset always has its identity form');
}
