import { ASSETS_MAX, type FromPage, type MissingReason, type OutsideFile, placeholder } from '../protocol.ts';
import { LARGE_FILE_BYTES } from '@stagelink/shared/contracts/limits';
import { fromBase64, toBase64 } from '../base64.ts';
import { cssomText, rewriteCss } from './css.ts';
import { cleanSvg, isMarkup } from './svg.ts';

/** Requests at a time. */
const PARALLEL = 8;
const FILE_SECONDS = 15;
/** Style sheets that import each other. */
const IMPORT_DEPTH = 16;

type Kind = 'asset' | 'style';

interface Wanted {
  id: number;
  url: string;
  kind: Kind;
  depth: number;
  /** What the page may read of a style sheet without fetching it. */
  sheet: CSSStyleSheet | null;
}

interface FileReaderOptions {
  nonce: string;
  /** Files above the size limit that the user asked for, by URL. */
  large: readonly string[];
  send: (message: FromPage) => void;
  /** Fetches a file that the page may not read. */
  fetchOutside: (id: number, url: string) => Promise<OutsideFile>;
  signal: AbortSignal;
}

class TooLarge extends Error {
  readonly bytes: number;
  constructor(bytes: number) {
    super('too large');
    this.bytes = bytes;
  }
}

/** A file that the page itself may not read. */
class Blocked extends Error {}

/** A file that the extension may read, and that did not load. */
class Failed extends Error {}

/** Firefox binds what extensions read in a page to the page's policy, also for files of its own website. */
const IS_BOUND_BY_POLICY = !('dom' in chrome);

/** Collects the files a page refers to, reads each once, and sends them on one by one. */
export class Files {
  readonly #options: FileReaderOptions;
  readonly #ids = new Map<string, number>();
  readonly #waiting: Wanted[] = [];
  #made = 0;
  #done = 0;
  isFull = false;

  constructor(options: FileReaderOptions) {
    this.#options = options;
  }

  /** Returns a new placeholder for content that is sent by the caller. */
  next(): { id: number; name: string } {
    const id = this.#made;
    this.#made += 1;
    return { id, name: placeholder(this.#options.nonce, id) };
  }

  /** Returns what to write in place of an address; null to leave it, empty to drop it. */
  refer(
    address: string,
    base: string,
    kind: Kind = 'asset',
    sheet: CSSStyleSheet | null = null,
    depth = 0,
  ): string | null {
    const given = address.trim();
    if (given === '' || given.startsWith('#')) return null;
    if (/^data:/i.test(given)) return kind === 'style' ? this.#refer(given, kind, sheet, depth) : null;
    const url = URL.parse(given, base);
    if (!url || !/^(?:https?|blob):$/.test(url.protocol)) return '';
    const { hash } = url;
    url.hash = '';
    const name = this.#refer(url.href, kind, sheet, depth);
    return name === '' ? '' : name + hash;
  }

  #refer(url: string, kind: Kind, sheet: CSSStyleSheet | null, depth: number): string {
    const key = `${kind} ${url}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return placeholder(this.#options.nonce, known);
    if (this.#ids.size >= ASSETS_MAX || depth > IMPORT_DEPTH) {
      this.isFull ||= this.#ids.size >= ASSETS_MAX;
      return '';
    }
    const { id, name } = this.next();
    this.#ids.set(key, id);
    this.#waiting.push({ id, url, kind, sheet, depth });
    return name;
  }

  /** Returns the text of a style sheet with its own files replaced. */
  rewrite(text: string, base: string, depth = 0): string {
    return rewriteCss(text, (address, kind) => this.refer(address, base, kind, null, depth + 1));
  }

  /** Reads everything that was referred to, and what that refers to in turn. */
  async readAll(): Promise<void> {
    const running = new Set<Promise<void>>();
    for (;;) {
      this.#options.signal.throwIfAborted();
      const wanted = running.size < PARALLEL ? this.#waiting.shift() : undefined;
      if (wanted) {
        const reading: Promise<void> = this.#read(wanted).finally(() => running.delete(reading));
        running.add(reading);
      } else if (running.size > 0) {
        await Promise.race(running);
      } else {
        return;
      }
    }
  }

  async #read(wanted: Wanted): Promise<void> {
    const { id, kind } = wanted;
    const { send } = this.#options;
    try {
      const { bytes, contentType, finalUrl } = await this.#fetch(wanted);
      if (kind === 'style') {
        const text = new TextDecoder(charsetOf(contentType)).decode(bytes);
        send({ type: 'text', id, kind, text: this.rewrite(text, finalUrl, wanted.depth) });
      } else {
        const file = isMarkup(bytes) ? cleanSvg(bytes) : { bytes, contentType: contentType.slice(0, 200) };
        send({ type: 'bytes', id, contentType: file.contentType, base64: toBase64(file.bytes) });
      }
    } catch (cause) {
      this.#options.signal.throwIfAborted();
      this.#missing(wanted, cause);
    }
    this.#done += 1;
    send({ type: 'progress', done: this.#done, of: this.#ids.size });
  }

  #missing({ id, url, sheet, depth }: Wanted, cause: unknown): void {
    const { send } = this.#options;
    const rules = sheet && cssomText(sheet);
    if (rules !== null) {
      send({ type: 'text', id, kind: 'style', text: this.rewrite(rules, sheet?.href ?? url, depth) });
      return;
    }
    const isLarge = cause instanceof TooLarge;
    const isBlocked = !(cause instanceof Failed) && (isOutside(url) || cause instanceof Blocked);
    const reason: MissingReason = isLarge ? 'large' : isBlocked ? 'blocked' : 'failed';
    send({ type: 'missing', id, url, reason, bytes: isLarge ? cause.bytes : 0 });
  }

  async #fetch({ id, url }: Wanted): Promise<{ bytes: Uint8Array; contentType: string; finalUrl: string }> {
    try {
      return await this.#fetchHere(url);
    } catch (cause) {
      if (cause instanceof TooLarge || !(isOutside(url) || cause instanceof Blocked)) throw cause;
      const file = await this.#options.fetchOutside(id, url);
      if (!file) throw cause;
      if ('tooLarge' in file) throw new TooLarge(file.tooLarge);
      if ('failure' in file) throw new Failed(file.failure);
      const bytes = fromBase64(file.base64);
      this.#checkSize(url, bytes.length);
      return { bytes, contentType: file.contentType, finalUrl: url };
    }
  }

  async #fetchHere(url: string) {
    const timeout = AbortSignal.any([this.#options.signal, AbortSignal.timeout(FILE_SECONDS * 1000)]);
    // `same-origin`: the page's cookies go to its own server only.
    const response = await load(url, { credentials: 'same-origin', signal: timeout }).catch(
      (cause: unknown) => {
        throw IS_BOUND_BY_POLICY && !timeout.aborted ? new Blocked(url, { cause }) : cause;
      },
    );
    if (!response.ok) throw new Error(`status ${response.status}`);
    this.#checkSize(url, Number(response.headers.get('content-length') ?? 0));
    // Copied: in Firefox the page owns what is read for it, and no part of that can be taken.
    const bytes = new Uint8Array(new Uint8Array(await response.arrayBuffer()));
    this.#checkSize(url, bytes.length);
    const contentType = response.headers.get('content-type') ?? '';
    return { bytes, contentType, finalUrl: response.url || url };
  }

  #checkSize(url: string, bytes: number): void {
    if (bytes > LARGE_FILE_BYTES && !this.#options.large.includes(url)) throw new TooLarge(bytes);
  }
}

async function load(url: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...options, cache: 'force-cache' });
  } catch {
    // What was cached for an image may lack the headers that let scripts read it.
    return await fetch(url, { ...options, cache: 'reload' });
  }
}

const isOutside = (url: string): boolean => URL.parse(url)?.origin !== location.origin;

function charsetOf(contentType: string): string {
  const named = /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'utf-8';
  }
}
