import { UserError } from '@stagelink/shared/client/userError';
import { framePath } from './framePath.ts';
import { type CapturedPage, PageBuilder } from './pageBuilder.ts';
import { type PageMessage, PageMessages } from './pageMessages.ts';
import { connectToPage } from './pagePort.ts';
import { type Box, READ_SECONDS } from './protocol.ts';
import { VisiblePicture } from './visiblePicture.ts';

/** Frames of other websites that are read, and the longest time for one. */
const FRAMES_MAX = 20;
const FRAME_SECONDS = 15;

export interface ReadOptions {
  tabId: number;
  keepTyped: boolean;
  /** Only the element that was chosen in the page. */
  element: boolean;
  /** URLs of files above the size limit that are wanted all the same. */
  large: readonly string[];
  signal: AbortSignal;
  onProgress: (done: number, of: number) => void;
}

/** A frame of the tab: its number, and where it is in the page. */
interface Place {
  frameId: number;
  offset: Pick<Box, 'x' | 'y'>;
}

/** A frame that is being read. */
interface FrameRead {
  builder: PageBuilder;
  isTop: boolean;
  signal: AbortSignal;
}

type FrameMessage = Extract<PageMessage, { type: 'frame' }>;

const overdue = () =>
  new UserError('page_failed', `This page could not be read within ${READ_SECONDS} seconds.`);

/** Returns a message with its box measured in the page instead of its frame. */
const placed = (message: PageMessage, { x, y }: Place['offset']): PageMessage =>
  'box' in message
    ? { ...message, box: { ...message.box, x: message.box.x + x, y: message.box.y + y } }
    : message;

/** Frames that the extension may read, by path; without the page itself. */
async function readableFrames(tabId: number): Promise<Map<string, number>> {
  const found = await chrome.scripting.executeScript({
    target: { tabId, allFrames: true },
    func: framePath,
  });
  return new Map(
    found.flatMap(({ frameId, result }) =>
      typeof result === 'string' && result !== '' ? [[result, frameId]] : [],
    ),
  );
}

/** Reads one page of a tab, with the frames of other websites in it. */
class PageReader {
  readonly #options: ReadOptions;
  readonly #picture: VisiblePicture;
  #frames: Promise<Map<string, number>> | null = null;
  #framesRead = 0;

  constructor(options: ReadOptions) {
    this.#options = options;
    this.#picture = new VisiblePicture(options.tabId);
  }

  /** Injects the reader into a frame and collects what it sends. Throws `UserError`. */
  async read({ frameId, offset }: Place, signal: AbortSignal): Promise<CapturedPage> {
    const { tabId, keepTyped, element, large } = this.#options;
    const nonce = crypto.randomUUID().replaceAll('-', '');
    const isTop = frameId === 0;
    const frame: FrameRead = { builder: new PageBuilder(nonce), isTop, signal };
    const port = await connectToPage(tabId, frameId);
    const take = (message: PageMessage) => this.#take(frame, placed(message, offset));
    const messages = new PageMessages(port, { large, signal, take });
    try {
      return await messages.begin({ type: 'read', nonce, keepTyped, large, element: element && isTop });
    } finally {
      port.disconnect();
    }
  }

  /** Adds what a message has to the page. Returns the page with its last one. */
  async #take({ builder, isTop, signal }: FrameRead, message: PageMessage): Promise<CapturedPage | void> {
    switch (message.type) {
      case 'page':
        return builder.build(message, new Date());
      case 'failed':
        throw new UserError('page_failed', message.message);
      case 'progress':
        return isTop ? this.#options.onProgress(message.done, message.of) : undefined;
      case 'bytes':
        return builder.addBytes(message.id, message.contentType, message.base64);
      case 'text':
        return builder.addText(message.id, message.kind, message.text);
      case 'missing':
        return builder.addMissing(message.id, message);
      case 'drawing':
        return builder.addPicture(message.id, await this.#picture.drawing(message.box));
      case 'frame':
        return this.#addFrame(builder, message, signal);
    }
  }

  /** Adds a frame of another website: its page where the user allowed that, else a picture of its visible part. */
  async #addFrame(builder: PageBuilder, frame: FrameMessage, signal: AbortSignal): Promise<void> {
    const { id, url, box } = frame;
    const page = await this.#readFrame(frame, signal);
    if (page) return builder.addPage(id, page);
    const picture = await this.#picture.part(box);
    if (picture) await builder.addFramePicture(id, url, picture);
    else builder.addMissing(id, { url, reason: 'frame', bytes: 0 });
  }

  async #readFrame({ path, box }: FrameMessage, signal: AbortSignal): Promise<CapturedPage | null> {
    this.#frames ??= readableFrames(this.#options.tabId);
    const frameId = (await this.#frames).get(path);
    if (frameId === undefined || this.#framesRead >= FRAMES_MAX) return null;
    this.#framesRead += 1;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(FRAME_SECONDS * 1000)]);
    return this.read({ frameId, offset: box }, limit).catch(() => {
      signal.throwIfAborted();
      return null;
    });
  }
}

/** Reads the page of a tab. Throws `UserError`. See docs/decisions/0240. */
export async function readPage(options: ReadOptions): Promise<CapturedPage> {
  // The page reports that it takes too long; this ends the reading of one that reports nothing.
  const late = AbortSignal.timeout((READ_SECONDS + 5) * 1000);
  const signal = AbortSignal.any([options.signal, late]);
  try {
    return await new PageReader(options).read({ frameId: 0, offset: { x: 0, y: 0 } }, signal);
  } catch (cause) {
    throw late.aborted && !options.signal.aborted ? overdue() : cause;
  }
}
