import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../../platform/context.ts';
import type { BlobLocation, StoredEncoding } from '../../platform/blobs/location.ts';
import { locate, openBlob, readBlob } from '../../platform/blobs/read.ts';
import {
  type ResponseOptions,
  detachBuffer,
  type CachedResponse,
  compress,
  createAnswer,
  type Source,
  WORTH_COMPRESSING_BYTES,
} from '../../platform/serving/answers.ts';
import { encodeTag, INJECTION_WINDOW, injectionOffset } from './inject.ts';
import type { Encoding } from '../../platform/serving/negotiate.ts';
import type { Place, Presentation } from './presentation.ts';
import { createQueue } from './queue.ts';
import type { SiteFile } from './sites.ts';
import { htmlType, isHtml } from '../../platform/serving/types.ts';

const MB = 1024 * 1024;
const MAX_BYTES = 32 * MB;
/** Larger responses are streamed from storage each time. */
const MAX_BODY_BYTES = 2 * MB;
/** Approximate size of an entry without its bodies. */
const ENTRY_BYTES = 2_000;
/** Pages are compressed on first request: a compromise of size and delay. */
const EFFORT = 0.45;
/** Compressed encodings are made after publishing; a file without one is checked again at growing intervals. */
const FIRST_LOOK_MS = 2_000;
const LAST_LOOK_MS = 600_000;

/** A file with its known encodings. */
interface Document {
  about: ResponseOptions;
  /** The stored forms. */
  places: Map<StoredEncoding, BlobLocation>;
  /** The rewritten file, which has no stored encodings; null if it is served as stored. */
  changed: Source | null;
  answers: Map<Encoding, CachedResponse>;
  /** When its encodings are looked up next, and the current interval. */
  nextLook: { at: number; after: number } | null;
}

const weightOf = (body: CachedResponse['body'] | null) =>
  typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0;

function bytesOf({ changed, answers }: Document): number {
  let bytes = ENTRY_BYTES + weightOf(changed);
  for (const { body } of answers.values()) bytes += body === changed ? 0 : weightOf(body);
  return bytes;
}

const isDue = ({ nextLook }: Document) => nextLook !== null && nextLook.at <= Date.now();

function bestEncoding({ places, changed }: Document, accepted: readonly Encoding[]): Encoding {
  const canCompress = weightOf(changed) >= WORTH_COMPRESSING_BYTES;
  const has = (encoding: Encoding) => (changed ? canCompress : places.has(encoding));
  return accepted.find((encoding) => encoding === 'identity' || has(encoding)) ?? 'identity';
}

/** Caches responses of files. Identical content of several snapshots is cached once. */
export class Documents {
  readonly #app: Pick<App, 'db' | 'blobs'>;
  readonly #presentation: Presentation;
  readonly #documents = new LRUCache<string, Document>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  readonly #underway = new Map<string, Promise<CachedResponse | null>>();
  /** Rewrites one document at a time to bound memory. */
  readonly #rewriting = createQueue();

  constructor(app: Pick<App, 'db' | 'blobs'>, presentation: Presentation) {
    this.#app = app;
    this.#presentation = presentation;
  }

  /** Returns the cached response in the preferred encoding. */
  known(file: SiteFile, place: Place, accepted: readonly Encoding[]): CachedResponse | undefined {
    const document = this.#documents.get(this.#keyOf(file, place));
    return document && !isDue(document) ? document.answers.get(bestEncoding(document, accepted)) : undefined;
  }

  /** Returns whether `load` rewrites the whole file. */
  isRewritten(file: SiteFile): boolean {
    return this.#presentation.countsDepth && this.#presentation.changes(file.type);
  }

  /** Returns the response, read from storage if needed; null if the blob is gone. */
  load(file: SiteFile, place: Place, accepted: readonly Encoding[]): Promise<CachedResponse | null> {
    const key = `${this.#keyOf(file, place)} ${accepted.join()}`;
    const underway = this.#underway.get(key);
    if (underway) return underway;
    const answer = this.#make(file, place, accepted).finally(() => this.#underway.delete(key));
    this.#underway.set(key, answer);
    return answer;
  }

  /** A document with the agent says which version it belongs to. */
  #keyOf(file: SiteFile, { snapshotId, version, depth }: Place): string {
    const { changes, countsDepth } = this.#presentation;
    if (!changes(file.type)) return file.key;
    return `${file.key} ${snapshotId} ${version} ${countsDepth ? depth : 0}`;
  }

  async #make(file: SiteFile, place: Place, accepted: readonly Encoding[]): Promise<CachedResponse | null> {
    const key = this.#keyOf(file, place);
    const document = await this.#document(key, file, place);
    if (!document) return null;
    const encoding = bestEncoding(document, accepted);
    const known = document.answers.get(encoding);
    if (known) return known;

    const answer = createAnswer(document.about, encoding, await this.#body(document, encoding));
    document.answers.set(encoding, answer);
    // Delete first: the cache weighs an entry only on insertion.
    this.#documents.delete(key);
    this.#documents.set(key, document);
    return answer;
  }

  async #document(key: string, file: SiteFile, place: Place): Promise<Document | null> {
    const known = this.#documents.get(key);
    if (known && !isDue(known)) return known;

    const places = (await locate(this.#app.db, [file.sha256])).get(file.sha256);
    const whole = places?.get('identity');
    if (!places || !whole) return null;
    const fresh = { places, answers: new Map<Encoding, CachedResponse>() };
    if (this.#presentation.changes(file.type)) {
      const change = () => this.#change(whole, file.type, place);
      const { changed, type } = await (this.#presentation.countsDepth ? this.#rewriting(change) : change());
      return {
        ...fresh,
        about: this.#about(file, type, `-${this.#fingerprint(place)}`),
        changed,
        nextLook: null,
      };
    }
    const isBare = places.size === 1 && whole.size >= WORTH_COMPRESSING_BYTES;
    const after = Math.min((known?.nextLook?.after ?? FIRST_LOOK_MS / 2) * 2, LAST_LOOK_MS);
    const nextLook = isBare ? { at: Date.now() + after, after } : null;
    return { ...fresh, about: this.#about(file, file.type, ''), changed: null, nextLook };
  }

  #about(file: SiteFile, type: string, change: string): ResponseOptions {
    const { headers } = this.#presentation;
    const policy = this.#presentation.resourcePolicy(file.isPrivate);
    return {
      tag: file.sha256.slice(0, 32) + change,
      type,
      cacheControl: file.cacheControl,
      more: [...headers, 'Cross-Origin-Resource-Policy', policy],
    };
  }

  /** Distinguishes rewritten files made from the same bytes. */
  #fingerprint(place: Place): string {
    return createHash('sha256').update(this.#presentation.script(place)).digest('hex').slice(0, 8);
  }

  async #change(whole: BlobLocation, type: string, place: Place): Promise<{ changed: Source; type: string }> {
    const refined = (beginning: Buffer) => (isHtml(type) ? htmlType(type, beginning) : type);
    if (whole.size <= MAX_BODY_BYTES) {
      const body = await readBlob(this.#app, whole);
      return {
        changed: detachBuffer(await this.#presentation.change(body, type, place)),
        type: refined(body),
      };
    }
    const part = (from: number, to: number) => ({ place: whole, offset: from, length: to - from });
    if (!isHtml(type)) return { changed: [part(0, whole.size)], type };

    // Too large to hold in memory: insert the script between two stored ranges.
    const stream = await openBlob(this.#app, whole, { offset: 0, length: INJECTION_WINDOW });
    const beginning = Buffer.concat((await stream.toArray()) as Buffer[]);
    const offset = injectionOffset(beginning) ?? 0;
    const script = encodeTag(beginning, this.#presentation.script(place));
    return { changed: [part(0, offset), script, part(offset, whole.size)], type: refined(beginning) };
  }

  async #body({ places, changed }: Document, encoding: Encoding): Promise<Source> {
    if (changed) {
      const asItIs = encoding === 'identity' || !Buffer.isBuffer(changed);
      return asItIs ? changed : compress(changed, encoding, EFFORT);
    }
    const place = places.get(encoding);
    if (!place) throw new Error(`A blob has lost its ${encoding} encoding`);
    return place.size <= MAX_BODY_BYTES
      ? readBlob(this.#app, place)
      : [{ place, offset: 0, length: place.size }];
  }
}
