import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
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
import { INJECTION_WINDOW } from './inject.ts';
import type { Encoding } from '../../platform/serving/negotiate.ts';
import type { Packed } from './packed.ts';
import type { Place, Presentation } from './presentation.ts';
import { createQueue } from './queue.ts';
import type { SiteFile } from './sites.ts';
import { htmlType, isHtml } from '../../platform/serving/types.ts';
import { canUnpack, BEGINNING_BYTES } from '../../platform/serving/unpack.ts';

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

/** What is sent of a file: its bytes, a rewritten text, or what is packed in it. */
export type Form =
  | { kind: 'stored' }
  | { kind: 'rewritten'; place: Place }
  | { kind: 'unpacked'; packed: Packed };

/** A file in the form a request asks for. */
export interface Wanted {
  file: SiteFile;
  form: Form;
  /** The request headers that decided about the form; null for a file with one form. */
  vary: string | null;
}

/** A file with its known encodings. */
interface Document {
  about: ResponseOptions;
  /** The stored forms. */
  places: Map<StoredEncoding, BlobLocation>;
  /** What is served instead of the stored forms: a page, or a rewritten or unpacked file. */
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
  const has = (encoding: Encoding) => places.has(encoding) || (changed !== null && canCompress);
  return accepted.find((encoding) => encoding === 'identity' || has(encoding)) ?? 'identity';
}

/** Caches responses of files. Identical content of several snapshots is cached once. */
export class Documents {
  readonly #app: Pick<App, 'db' | 'blobs'>;
  readonly #presentation: Presentation;
  readonly #documents = new LRUCache<string, Document>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  readonly #keys = new WeakMap<Wanted, string>();
  readonly #underway = new Map<string, Promise<CachedResponse | null>>();
  /** Rewrites one document at a time to bound memory. */
  readonly #rewriting = createQueue();

  constructor(app: Pick<App, 'db' | 'blobs'>, presentation: Presentation) {
    this.#app = app;
    this.#presentation = presentation;
  }

  /** Returns the cached response in the preferred encoding. */
  known(wanted: Wanted, accepted: readonly Encoding[]): CachedResponse | undefined {
    const document = this.#documents.get(this.#keyOf(wanted));
    return document && !isDue(document) ? document.answers.get(bestEncoding(document, accepted)) : undefined;
  }

  /** Returns whether `load` rewrites the whole file. */
  isRewritten({ form }: Wanted): boolean {
    return this.#presentation.countsDepth && form.kind === 'rewritten';
  }

  /** Returns the response, read from storage if needed; null if the blob is gone. */
  load(wanted: Wanted, accepted: readonly Encoding[]): Promise<CachedResponse | null> {
    const key = `${this.#keyOf(wanted)} ${accepted.join()}`;
    const underway = this.#underway.get(key);
    if (underway) return underway;
    const answer = this.#make(wanted, accepted).finally(() => this.#underway.delete(key));
    this.#underway.set(key, answer);
    return answer;
  }

  #keyOf(wanted: Wanted): string {
    const known = this.#keys.get(wanted);
    if (known !== undefined) return known;
    const key = this.#newKeyOf(wanted);
    this.#keys.set(wanted, key);
    return key;
  }

  #newKeyOf({ file, form, vary }: Wanted): string {
    if (vary === null) return file.key;
    return `${file.key} ${form.kind} ${form.kind === 'rewritten' ? this.#keyOfPlace(form.place) : ''} ${vary}`;
  }

  /** A document with the agent says which version it belongs to. */
  #keyOfPlace({ snapshotId, site, version, depth, needsIsolation }: Place): string {
    const isolation = needsIsolation ? 'isolated' : '';
    return `${snapshotId} ${site} ${version} ${this.#presentation.countsDepth ? depth : 0} ${isolation}`;
  }

  async #make(wanted: Wanted, accepted: readonly Encoding[]): Promise<CachedResponse | null> {
    const key = this.#keyOf(wanted);
    const document = await this.#document(key, wanted);
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

  async #document(key: string, wanted: Wanted): Promise<Document | null> {
    const known = this.#documents.get(key);
    if (known && !isDue(known)) return known;

    const { file, form } = wanted;
    const places = (await locate(this.#app.db, [file.sha256])).get(file.sha256);
    const whole = places?.get('identity');
    if (!places || !whole) return null;
    if (form.kind === 'rewritten') return this.#rewrittenDocument(wanted, form.place, whole);
    if (form.kind === 'unpacked' && (await this.#isPacked(whole, form.packed))) {
      return this.#unpackedDocument(wanted, form.packed, whole);
    }
    if (isHtml(file.type)) return this.#pageDocument(wanted, whole);
    const isBare = places.size === 1 && whole.size >= WORTH_COMPRESSING_BYTES;
    const after = Math.min((known?.nextLook?.after ?? FIRST_LOOK_MS / 2) * 2, LAST_LOOK_MS);
    const nextLook = isBare ? { at: Date.now() + after, after } : null;
    return { about: this.#about(wanted, file.type, ''), places, changed: null, answers: new Map(), nextLook };
  }

  async #rewrittenDocument(wanted: Wanted, place: Place, whole: BlobLocation): Promise<Document> {
    const change = () => this.#change(whole, wanted.file.type, place);
    const { changed, type } = await (this.#presentation.countsDepth ? this.#rewriting(change) : change());
    const about = this.#about(wanted, type, `-${this.#fingerprint(place)}`);
    return { about, places: new Map(), changed, answers: new Map(), nextLook: null };
  }

  /** Pages have no stored encodings, because most of them are rewritten. */
  async #pageDocument(wanted: Wanted, whole: BlobLocation): Promise<Document> {
    const isShort = whole.size <= MAX_BODY_BYTES;
    const beginning = await (isShort
      ? readBlob(this.#app, whole)
      : this.#beginningOf(whole, BEGINNING_BYTES));
    const changed = isShort ? detachBuffer(beginning) : [{ place: whole, offset: 0, length: whole.size }];
    const about = this.#about(wanted, htmlType(wanted.file.type, beginning), '');
    return { about, places: new Map(), changed, answers: new Map(), nextLook: null };
  }

  /** The name alone does not decide: a browser shows nothing of a response that it cannot unpack. */
  async #isPacked(whole: BlobLocation, { coding }: Packed): Promise<boolean> {
    return canUnpack(await this.#beginningOf(whole, BEGINNING_BYTES), coding);
  }

  /** The stored bytes are its only encoding; for clients that do not accept it they are unpacked. */
  #unpackedDocument(wanted: Wanted, { type, coding }: Packed, whole: BlobLocation): Document {
    const places = new Map<StoredEncoding, BlobLocation>([[coding, whole]]);
    const about = this.#about(wanted, type, '-unpacked');
    return { about, places, changed: { place: whole, coding }, answers: new Map(), nextLook: null };
  }

  async #beginningOf(whole: BlobLocation, bytes: number): Promise<Buffer> {
    const length = Math.min(whole.size, bytes);
    return buffer(await openBlob(this.#app, whole, { offset: 0, length }));
  }

  #about({ file, vary }: Wanted, type: string, change: string): ResponseOptions {
    const { headers } = this.#presentation;
    const policy = this.#presentation.resourcePolicy(file.isPrivate);
    // A cache that is answered 304 keeps the lifetime it has, so another lifetime has another tag.
    const lifetime = file.isImmutable ? '-immutable' : '';
    return {
      tag: file.sha256.slice(0, 32) + change + lifetime,
      type,
      cacheControl: file.cacheControl,
      ...(vary === null ? {} : { vary }),
      more: [...headers, 'Cross-Origin-Resource-Policy', policy],
    };
  }

  /** Distinguishes rewritten files made from the same bytes. */
  #fingerprint(place: Place): string {
    return createHash('sha256')
      .update(this.#presentation.script(place) + place.site)
      .digest('hex')
      .slice(0, 8);
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

    // Too large to hold in memory: insert the script in front of a stored range.
    const beginning = await this.#beginningOf(whole, INJECTION_WINDOW);
    const changed = this.#presentation.inject(beginning, place);
    return { changed: [changed, part(beginning.length, whole.size)], type: refined(beginning) };
  }

  async #body({ places, changed }: Document, encoding: Encoding): Promise<Source> {
    const place = places.get(encoding);
    if (place) {
      return place.size <= MAX_BODY_BYTES
        ? readBlob(this.#app, place)
        : [{ place, offset: 0, length: place.size }];
    }
    if (!changed) throw new Error(`A blob has lost its ${encoding} encoding`);
    const asItIs = encoding === 'identity' || !Buffer.isBuffer(changed);
    return asItIs ? changed : compress(changed, encoding, EFFORT);
  }
}
