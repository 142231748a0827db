import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { App } from '../app.ts';
import { type Form, locate, openBlob, type Place, readBlob } from '../blobs/read.ts';
import { type About, type Answer, compress, createAnswer, WORTH_COMPRESSING_BYTES } from './answers.ts';
import { CONTENT_HEADERS } from './headers.ts';
import { encodeTag, INJECTION_WINDOW, injectAgent, injectionOffset } from './inject.ts';
import type { Encoding } from './negotiate.ts';
import type { SiteFile } from './sites.ts';
import { htmlType, isHtml } from './types.ts';

const MB = 1024 * 1024;
const MAX_BYTES = 48 * MB;
/** Larger forms are streamed from storage each time. */
const MAX_BODY_BYTES = 2 * MB;
/** What one entry takes beside its bodies, roughly. */
const ENTRY_BYTES = 2_000;
/** Pages are compressed when they are first asked for: the middle way of size and wait. */
const EFFORT = 0.45;
/** Compressed forms are made after the link works: a file that has none is looked at again, less and less often. */
const FIRST_LOOK_MS = 2_000;
const LAST_LOOK_MS = 600_000;

type Body = Answer['body'];

/** A file with all that is known about its forms. */
interface Document {
  about: About;
  /** The stored forms. */
  places: Map<Form, Place>;
  /** An HTML document with its script, whose stored forms do not have it. */
  html: Body | null;
  answers: Map<Encoding, Answer>;
  /** When its forms are looked up again, and how long after the last time. */
  nextLook: { at: number; after: number } | null;
}

const weightOf = (body: Body | null) => (Buffer.isBuffer(body) ? body.length : 0);

function bytesOf({ html, answers }: Document): number {
  let bytes = ENTRY_BYTES + weightOf(html);
  for (const [encoding, { body }] of answers) bytes += html && encoding === 'identity' ? 0 : weightOf(body);
  return bytes;
}

const isDue = ({ nextLook }: Document) => nextLook !== null && nextLook.at <= Date.now();

function bestEncoding({ places, html }: Document, accepted: readonly Encoding[]): Encoding {
  const canCompress = weightOf(html) >= WORTH_COMPRESSING_BYTES;
  const has = (encoding: Encoding) => (html ? canCompress : places.has(encoding));
  return accepted.find((encoding) => encoding === 'identity' || has(encoding)) ?? 'identity';
}

function aboutFile(file: SiteFile, type: string, scriptTag: string): About {
  return {
    tag: file.sha256.slice(0, 32) + scriptTag,
    type,
    cacheControl: file.cacheControl,
    more: [...CONTENT_HEADERS, 'Cross-Origin-Resource-Policy', file.resourcePolicy],
  };
}

/** Answers for files, made once and kept while there is room: what many snapshots share is kept once. */
export class Documents {
  readonly #app: Pick<App, 'db' | 'blobs'>;
  readonly #script: string;
  readonly #scriptTag: string;
  readonly #documents = new LRUCache<string, Document>({ maxSize: MAX_BYTES, sizeCalculation: bytesOf });
  readonly #underway = new Map<string, Promise<Answer | null>>();

  /** `script` is the element put into each HTML document. */
  constructor(app: Pick<App, 'db' | 'blobs'>, script: string) {
    this.#app = app;
    this.#script = script;
    this.#scriptTag = `-${createHash('sha256').update(script).digest('hex').slice(0, 8)}`;
  }

  /** The answer in the form a request wants most, if it is at hand. */
  known(file: SiteFile, accepted: readonly Encoding[]): Answer | undefined {
    const document = this.#documents.get(file.key);
    return document && !isDue(document) ? document.answers.get(bestEncoding(document, accepted)) : undefined;
  }

  /** The same, read from storage when needed; null when the file's bytes are gone. */
  load(file: SiteFile, accepted: readonly Encoding[]): Promise<Answer | null> {
    const key = `${file.key} ${accepted.join()}`;
    const underway = this.#underway.get(key);
    if (underway) return underway;
    const answer = this.#make(file, accepted).finally(() => this.#underway.delete(key));
    this.#underway.set(key, answer);
    return answer;
  }

  async #make(file: SiteFile, accepted: readonly Encoding[]): Promise<Answer | null> {
    const document = await this.#document(file);
    if (!document) return null;
    const encoding = bestEncoding(document, accepted);
    const known = document.answers.get(encoding);
    if (known) return known;

    const answer = createAnswer(document.about, encoding, await this.#body(document, encoding));
    document.answers.set(encoding, answer);
    // Taken out first: the cache weighs an entry only when it comes in.
    this.#documents.delete(file.key);
    this.#documents.set(file.key, document);
    return answer;
  }

  async #document(file: SiteFile): Promise<Document | null> {
    const known = this.#documents.get(file.key);
    if (known && !isDue(known)) return known;

    const places = (await locate(this.#app.db, [file.sha256])).get(file.sha256);
    const whole = places?.get('identity');
    if (!places || !whole) return null;
    const fresh = { places, answers: new Map<Encoding, Answer>() };
    if (isHtml(file.type)) {
      const { html, type } = await this.#withScript(whole, file.type);
      return { ...fresh, about: aboutFile(file, type, this.#scriptTag), html, nextLook: null };
    }
    const isBare = places.size === 1 && whole.size >= WORTH_COMPRESSING_BYTES;
    const after = Math.min((known?.nextLook?.after ?? FIRST_LOOK_MS / 2) * 2, LAST_LOOK_MS);
    const nextLook = isBare ? { at: Date.now() + after, after } : null;
    return { ...fresh, about: aboutFile(file, file.type, ''), html: null, nextLook };
  }

  async #withScript(whole: Place, type: string): Promise<{ html: Body; type: string }> {
    if (whole.size <= MAX_BODY_BYTES) {
      const html = await readBlob(this.#app, whole);
      return { html: injectAgent(html, this.#script), type: htmlType(type, html) };
    }
    const stream = await openBlob(this.#app, whole, { offset: 0, length: INJECTION_WINDOW });
    const beginning = Buffer.concat((await stream.toArray()) as Buffer[]);
    const offset = injectionOffset(beginning);
    const part = (from: number, to: number) => ({ place: whole, offset: from, length: to - from });
    const html =
      offset === null
        ? [part(0, whole.size)]
        : [part(0, offset), encodeTag(beginning, this.#script), part(offset, whole.size)];
    return { html, type: htmlType(type, beginning) };
  }

  async #body({ places, html }: Document, encoding: Encoding): Promise<Body> {
    if (html) {
      return encoding === 'identity' || !Buffer.isBuffer(html) ? html : compress(html, encoding, EFFORT);
    }
    const place = places.get(encoding);
    if (!place) throw new Error(`A blob has lost its ${encoding} form`);
    return place.size <= MAX_BODY_BYTES
      ? readBlob(this.#app, place)
      : [{ place, offset: 0, length: place.size }];
  }
}
