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
export interface Asset {
  forms: ReadonlyMap<Encoding, CachedResponse>;
  /** Begins to compress a file that was not compressed when it was built, once. */
  compress: () => void;
}

const COMPRESSIBLE = /^(text\/|application\/(javascript|json|manifest\+json|wasm)|image\/(svg|x-icon|vnd))/;
const EFFORT = 0.8;
/** One at a time: each compressor takes megabytes, and a hundred at once took gigabytes. */
let compressed = Promise.resolve();

/**
 * Keeps a file in memory for the life of the process. One that was not compressed when it was built is compressed
 * when it is first requested, and sent as it is until that is done: most are never requested, and all of them take
 * seconds of every start.
 */
export function createAsset(
  { body, compressed: built }: BuiltFile,
  type: string,
  cacheControl: string,
  more: readonly string[] = CONTENT_HEADERS,
): Asset {
  const tag = createHash('sha256').update(body).digest('hex').slice(0, 32);
  const about: ResponseOptions = { tag, type, cacheControl, more };
  const forms = new Map<Encoding, CachedResponse>([['identity', createAnswer(about, 'identity', body)]]);
  for (const [encoding, bytes] of built) forms.set(encoding, createAnswer(about, encoding, bytes));
  let isDue = built.size === 0 && body.length >= WORTH_COMPRESSING_BYTES && COMPRESSIBLE.test(type);
  return {
    forms,
    compress() {
      if (isDue) compressed = compressed.then(() => addForms(forms, about, body));
      isDue = false;
    },
  };
}

async function addForms(
  forms: Map<Encoding, CachedResponse>,
  about: ResponseOptions,
  body: Buffer,
): Promise<void> {
  for (const encoding of CODED) {
    const coded = await compress(body, encoding, EFFORT);
    if (coded.length < body.length) forms.set(encoding, createAnswer(about, encoding, coded));
  }
}

/** Returns the encoding the request prefers, of those that are there. */
export function chooseForm(asset: Asset, accepted: readonly Encoding[]): CachedResponse {
  if (accepted.length > 0) asset.compress();
  for (const encoding of [...accepted, 'identity'] as const) {
    const answer = asset.forms.get(encoding);
    if (answer) return answer;
  }
  throw new Error('An asset always has its identity form');
}
