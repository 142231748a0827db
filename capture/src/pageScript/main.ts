import { framePath } from '../framePath.ts';
import {
  FRAME_DEPTH,
  type FromPage,
  type OutsideFile,
  PAGE_PORT,
  READ_SECONDS,
  type ToPage,
} from '../protocol.ts';
import { boxOf } from './box.ts';
import { Cleaner } from './cleaner.ts';
import * as dom from './dom.ts';
import { Files } from './files.ts';
import { labelOf, pickElement } from './pick.ts';
import { PageError, PageWriter, type WriterOptions } from './serialize.ts';
import { nextFrame, settle } from './settle.ts';
import { collectSecrets, TypedValues } from './typed.ts';

// Runs in the isolated world: the page can neither see it nor replace a function it uses. It takes messages from the
// extension only, never from the page.

type Read = Extract<ToPage, { type: 'read' }>;

/** What all documents of a page are written with. */
type Tools = Pick<WriterOptions, 'files' | 'typed' | 'cleaner'>;

const FRAMES_MAX = 50;
/** How long to wait for the frame in which canvases are read. */
const DRAWING_MS = 5000;

let picked: Element | null = null;

class Reading {
  readonly #send: (message: FromPage) => void;
  readonly #signal: AbortSignal;
  readonly #answers = new Map<number, (file: OutsideFile) => void>();
  readonly #drawings: { id: number; canvas: HTMLCanvasElement }[] = [];
  #frames = 0;

  constructor(send: (message: FromPage) => void, signal: AbortSignal) {
    this.#send = send;
    this.#signal = signal;
  }

  answer(id: number, file: OutsideFile): void {
    this.#answers.get(id)?.(file);
    this.#answers.delete(id);
  }

  async read({ nonce, keepTyped, element, large }: Read): Promise<void> {
    const only = element ? picked : null;
    if (element && !only?.isConnected) {
      throw new PageError('The element you chose is no longer in the page. Choose it again.');
    }
    await settle(this.#signal);
    const typed = new TypedValues(keepTyped);
    const cleaner = new Cleaner();
    collectSecrets(document, cleaner.secrets);
    const files = new Files({
      nonce,
      large,
      send: this.#send,
      signal: this.#signal,
      fetchOutside: (id, url) => this.#fetchOutside(id, url),
    });
    const html = this.#write(document, { files, typed, cleaner, only }, 0);
    await this.#draw();
    await files.readAll();
    this.#send({
      type: 'page',
      html,
      title: dom.titleOf(document),
      address: location.href,
      width: window.innerWidth,
      height: window.innerHeight,
      counts: {
        typed: typed.typed,
        blanked: typed.blanked,
        secret: typed.secret,
        repeated: cleaner.secrets.removed,
        tokens: cleaner.tokens,
      },
    });
  }

  #fetchOutside(id: number, url: string): Promise<OutsideFile> {
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.#send({ type: 'fetch', id, url });
    });
  }

  #write(page: Document, tools: Tools & { only: Element | null }, depth: number): string {
    return new PageWriter(page, {
      ...tools,
      canvas: (canvas) => this.#canvas(canvas, tools.files),
      frame: (frame) => this.#frame(frame, tools, depth),
      leftOut: (url) =>
        this.#send({ type: 'missing', id: tools.files.next().id, url, reason: 'object', bytes: 0 }),
    }).write();
  }

  #canvas(canvas: HTMLCanvasElement, files: Files): string | null {
    if (canvas.width === 0 || canvas.height === 0) return null;
    const { id, name } = files.next();
    this.#drawings.push({ id, canvas });
    return name;
  }

  #frame(frame: HTMLIFrameElement, tools: Tools, depth: number): string | null {
    this.#frames += 1;
    if (this.#frames > FRAMES_MAX || depth >= FRAME_DEPTH) return null;
    const { id, name } = tools.files.next();
    const inner = frame.contentDocument;
    if (inner?.documentElement) {
      const text = this.#write(inner, { ...tools, only: null }, depth + 1);
      this.#send({ type: 'text', id, kind: 'frame', text });
      return name;
    }
    const source = URL.parse(dom.valueOf(frame, 'src'), document.baseURI);
    if (!source) return null;
    const path = (frame.contentWindow && framePath(frame.contentWindow)) ?? '';
    const url = source.origin === 'null' ? '' : source.origin;
    this.#send({ type: 'frame', id, url, path, box: boxOf(frame) });
    return name;
  }

  /** WebGL forgets what it drew after the frame, so it is read in the frame that draws it, if there is one. */
  async #draw(): Promise<void> {
    if (this.#drawings.length === 0) return;
    await nextFrame(DRAWING_MS);
    for (const { id, canvas } of this.#drawings) {
      try {
        const picture = canvas.toDataURL();
        if (picture === blankPicture(canvas)) {
          this.#send({ type: 'drawing', id, box: boxOf(canvas) });
        } else {
          const base64 = picture.split(',')[1] ?? '';
          this.#send({ type: 'bytes', id, contentType: 'image/png', base64 });
        }
      } catch {
        this.#send({ type: 'missing', id, url: 'canvas', reason: 'blocked', bytes: 0 });
      }
    }
  }
}

function blankPicture({ width, height }: HTMLCanvasElement): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  return canvas.toDataURL();
}

async function pick(text: string, send: (message: FromPage) => void, signal: AbortSignal): Promise<void> {
  const element = await pickElement(text, signal);
  if (element) picked = element;
  send({ type: 'picked', label: element ? labelOf(element) : '' });
}

function messageOf(cause: unknown): string {
  if (cause instanceof PageError) return cause.message;
  if (cause instanceof DOMException && cause.name === 'TimeoutError') {
    return `This page could not be read within ${READ_SECONDS} seconds. Capture one element of it instead.`;
  }
  return `This page could not be read: ${cause instanceof Error ? cause.message : String(cause)}`.slice(
    0,
    500,
  );
}

function connect(port: chrome.runtime.Port): void {
  if (port.name !== PAGE_PORT) return;
  const gone = new AbortController();
  port.onDisconnect.addListener(() => gone.abort());
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(READ_SECONDS * 1000)]);
  const send = (message: FromPage): void => {
    signal.throwIfAborted();
    port.postMessage(message);
  };
  const reading = new Reading(send, signal);
  const report = (work: Promise<void>): void =>
    void work.catch((cause: unknown) => {
      if (!gone.signal.aborted)
        port.postMessage({ type: 'failed', message: messageOf(cause) } satisfies FromPage);
    });
  port.onMessage.addListener((message: ToPage) => {
    if (message.type === 'read') report(reading.read(message));
    else if (message.type === 'pick') report(pick(message.text, send, gone.signal));
    else reading.answer(message.id, message.file);
  });
}

declare global {
  /** Set in the isolated world once the script runs in a page. */
  var isStagelinkCaptureReady: boolean | undefined;
}

if (globalThis.isStagelinkCaptureReady === undefined) {
  globalThis.isStagelinkCaptureReady = true;
  chrome.runtime.onConnect.addListener(connect);
}
