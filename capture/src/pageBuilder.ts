import { UserError } from '@stagelink/shared/client/userError';
import { PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { bytes as formatBytes } from '@stagelink/shared/domain/format';
import { pageKey, withoutQuery } from './address.ts';
import { fromBase64 } from './base64.ts';
import { cleanHtml } from './clean.ts';
import { extensionFor } from './fileTypes.ts';
import { ASSETS_MAX, type Counts, type FromPage, type MissingReason, placeholders } from './protocol.ts';

export interface CapturedFile {
  /** Relative, as in the snapshot. */
  path: string;
  bytes: Blob;
}

/** A file that is not in the capture. */
export interface MissingFile {
  url: string;
  reason: MissingReason;
  bytes: number;
}

export interface CapturedPage {
  id: string;
  title: string;
  /** Address without query and fragment, which may hold secrets. */
  address: string;
  /** Distinguishes the pages of a website; stays in this browser. */
  key: string;
  capturedAt: string;
  viewport: { width: number; height: number };
  html: string;
  files: CapturedFile[];
  missing: MissingFile[];
  counts: Counts;
}

/** The page of a frame, read on its own. */
type FramePage = Pick<CapturedPage, 'html' | 'files' | 'missing' | 'counts'>;
type PageMessage = Extract<FromPage, { type: 'page' }>;

/** No plan takes more, so nothing larger is collected. */
const BYTES_MAX = PLAN_LIMITS.pro.snapshotBytes;
const HASH_LETTERS = 20;
/** Replaces a file that is missing: requests nothing. */
const NOTHING = 'data:,';

async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, HASH_LETTERS);
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const picturePage = (path: string): string =>
  `<!doctype html><meta charset="utf-8"><title>Picture of a frame</title>` +
  `<body style="margin:0"><img src="/${path}" alt="" style="display:block;width:100vw;height:100vh">`;

const gapPage = (origin: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Not captured</title>` +
  `<body style="margin:0;min-height:100vh;display:grid;place-items:center;font:13px/1.5 system-ui,sans-serif;` +
  `background:repeating-linear-gradient(45deg,#8882 0 8px,#8880 8px 16px)"><p style="padding:8px;text-align:center">` +
  `${origin === '' ? 'This frame' : escapeHtml(origin)} was not captured</p>`;

const add = (one: Counts, other: Counts): Counts => ({
  typed: one.typed + other.typed,
  blanked: one.blanked + other.blanked,
  secret: one.secret + other.secret,
  repeated: one.repeated + other.repeated,
  tokens: one.tokens + other.tokens,
});

/** Collects what the reader of a page sends and names every file for its content. */
export class PageBuilder {
  readonly #placeholders: RegExp;
  readonly #files = new Map<string, CapturedFile>();
  readonly #paths = new Map<number, string>();
  readonly #texts = new Map<number, { kind: 'style' | 'frame'; text: string }>();
  readonly #resolving = new Set<number>();
  readonly #missing: MissingFile[] = [];
  readonly #cycles: string;
  /** Counts of frames that were read on their own. */
  readonly #counts: Counts[] = [];
  #bytes = 0;

  constructor(nonce: string) {
    this.#placeholders = placeholders(nonce);
    this.#cycles = nonce.slice(0, HASH_LETTERS);
  }

  get bytes(): number {
    return this.#bytes;
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > BYTES_MAX) {
      throw new UserError(
        'too_large',
        `This page is larger than ${formatBytes(BYTES_MAX)}, the maximum for a snapshot.`,
        'Capture one element of it instead.',
      );
    }
  }

  #add(path: string, content: BlobPart, type: string): string {
    if (!this.#files.has(path)) this.#files.set(path, { path, bytes: new Blob([content], { type }) });
    return path;
  }

  async addBytes(id: number, contentType: string, base64: string): Promise<void> {
    const bytes = fromBase64(base64);
    this.#count(bytes.length);
    const extension = extensionFor(contentType, bytes);
    this.#paths.set(id, this.#add(`assets/${await hashOf(bytes)}.${extension}`, bytes, contentType));
  }

  addText(id: number, kind: 'style' | 'frame', text: string): void {
    this.#count(text.length);
    this.#texts.set(id, { kind, text });
  }

  /** Adds a picture that the browser took; null when there is nothing to see. */
  async addPicture(id: number, png: Uint8Array<ArrayBuffer> | null): Promise<void> {
    if (png) this.#paths.set(id, await this.#addPng(png));
  }

  async #addPng(png: Uint8Array<ArrayBuffer>): Promise<string> {
    this.#count(png.length);
    return this.#add(`assets/${await hashOf(png)}.png`, png, 'image/png');
  }

  /** Adds a picture in place of the page of a frame, and lists the frame. */
  async addFramePicture(id: number, origin: string, png: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#texts.set(id, { kind: 'frame', text: picturePage(await this.#addPng(png)) });
    this.addMissing(id, { url: origin, reason: 'pictured', bytes: 0 });
  }

  /** Adds the page of a frame with its files. */
  async addPage(id: number, page: FramePage): Promise<void> {
    for (const file of page.files) {
      this.#count(file.bytes.size);
      if (!this.#files.has(file.path)) this.#files.set(file.path, file);
    }
    for (const missing of page.missing) this.#list(missing);
    this.#counts.push(page.counts);
    const bytes = new TextEncoder().encode(page.html);
    this.#count(bytes.length);
    this.#paths.set(id, this.#add(`assets/${await hashOf(bytes)}.html`, bytes, 'text/html'));
  }

  addMissing(id: number, missing: MissingFile): void {
    if (missing.reason === 'frame') this.#texts.set(id, { kind: 'frame', text: gapPage(missing.url) });
    this.#list(missing);
  }

  #list(missing: MissingFile): void {
    if (this.#missing.length < ASSETS_MAX)
      this.#missing.push({ ...missing, url: missing.url.slice(0, 2000) });
  }

  async #replace(text: string): Promise<string> {
    const ids = new Set(Array.from(text.matchAll(this.#placeholders), ([, id]) => Number(id)));
    const addresses = new Map<number, string>();
    for (const id of ids) addresses.set(id, await this.#addressOf(id));
    return text.replace(this.#placeholders, (_whole, id: string) => addresses.get(Number(id)) ?? NOTHING);
  }

  async #addressOf(id: number): Promise<string> {
    const known = this.#paths.get(id);
    if (known !== undefined) return `/${known}`;
    const file = this.#texts.get(id);
    if (!file) return NOTHING;
    const extension = file.kind === 'style' ? 'css' : 'html';
    if (this.#resolving.has(id)) {
      // Style sheets that import each other cannot be named for their content.
      const path = `assets/${this.#cycles}-${id}.${extension}`;
      this.#paths.set(id, path);
      return `/${path}`;
    }
    this.#resolving.add(id);
    const replaced = await this.#replace(file.text);
    const content = file.kind === 'frame' ? cleanHtml(replaced) : replaced;
    const bytes = new TextEncoder().encode(content);
    const path = this.#paths.get(id) ?? `assets/${await hashOf(bytes)}.${extension}`;
    this.#paths.set(id, path);
    this.#add(path, bytes, file.kind === 'style' ? 'text/css' : 'text/html');
    return `/${path}`;
  }

  async build(page: PageMessage, now: Date): Promise<CapturedPage> {
    this.#count(page.html.length);
    const html = cleanHtml(await this.#replace(page.html));
    return {
      id: crypto.randomUUID(),
      title: page.title.slice(0, 500),
      address: withoutQuery(page.address),
      key: pageKey(page.address),
      capturedAt: now.toISOString(),
      viewport: { width: page.width, height: page.height },
      html,
      files: [...this.#files.values()],
      missing: this.#missing,
      counts: this.#counts.reduce(add, page.counts),
    };
  }
}
