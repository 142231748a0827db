import { createHash } from 'node:crypto';
import { type About, type Answer, compress, createAnswer, WORTH_COMPRESSING_BYTES } from './answers.ts';
import { CONTENT_HEADERS } from './headers.ts';
import type { Encoding } from './negotiate.ts';

/** A file of our own, held in memory in every form that is worth it. */
export type Asset = ReadonlyMap<Encoding, Answer>;

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json|wasm)|image\/(svg|x-icon|vnd))/;
const CODED = ['br', 'zstd', 'gzip'] as const;
const EFFORT = 0.8;
/** One after the other: each compressor takes megabytes, and a hundred of them at once took gigabytes. */
let compressed = Promise.resolve();

/** Holds a file for as long as the process lives. Its compressed forms join it when they are made. */
export function createAsset(
  body: Buffer,
  type: string,
  cacheControl: string,
  more: readonly string[] = CONTENT_HEADERS,
): Asset {
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 32);
  const about: About = { tag, type, cacheControl, more };
  const asset = new Map<Encoding, Answer>([['identity', createAnswer(about, 'identity', body)]]);
  if (body.length >= WORTH_COMPRESSING_BYTES && COMPRESSIBLE.test(type)) {
    compressed = compressed.then(() => addForms(asset, about, body));
  }
  return asset;
}

async function addForms(asset: Map<Encoding, Answer>, about: About, body: Buffer): Promise<void> {
  for (const encoding of CODED) {
    const coded = await compress(body, encoding, EFFORT);
    if (coded.length < body.length) asset.set(encoding, createAnswer(about, encoding, coded));
  }
}

/** The form of an asset a request wants most. */
export function chooseForm(asset: Asset, accepted: readonly Encoding[]): Answer {
  for (const encoding of [...accepted, 'identity'] as const) {
    const answer = asset.get(encoding);
    if (answer) return answer;
  }
  throw new Error('An asset always has its identity form');
}
