import { UserError } from '@stagelink/shared/client/userError';
import { fetchOutside } from './fetchOutside.ts';
import { framePath } from './framePath.ts';
import { type CapturedPage, PageBuilder } from './pageBuilder.ts';
import { connectToPage, pageGone } from './pagePort.ts';
import { ASSETS_MAX, type Box, FromPage, READ_SECONDS, type ToPage } from './protocol.ts';
import { VisiblePicture } from './visiblePicture.ts';

/** Messages of one page: its files, their progress, and requests. */
const MESSAGES_MAX = 6 * ASSETS_MAX;
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

type FrameMessage = Extract<FromPage, { type: 'frame' }>;

const overdue = () =>
  new UserError('page_failed', `This page could not be read within ${READ_SECONDS} seconds.`);

/** Returns a message with its box measured in the page instead of its frame. */
const placed = (message: FromPage, { x, y }: Place['offset']): FromPage =>
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
    const { tabId, keepTyped, element, large, onProgress } = this.#options;
    const nonce = crypto.randomUUID().replaceAll('-', '');
    const builder = new PageBuilder(nonce);
    const isTop = frameId === 0;
    const port = await connectToPage(tabId, frameId);
    const send = (message: ToPage): void => port.postMessage(message);
    try {
      return await new Promise<CapturedPage>((resolve, reject) => {
        let messages = 0;
        // One after the other: a page's own message comes after its files.
        let queue = Promise.resolve();
        const take = async (message: FromPage): Promise<void> => {
          if (message.type === 'page') resolve(await builder.build(message, new Date()));
          else if (message.type === 'failed') reject(new UserError('page_failed', message.message));
          else if (message.type === 'progress') {
            if (isTop) onProgress(message.done, message.of);
          } else await this.#add(builder, placed(message, offset), signal);
        };
        port.onMessage.addListener((raw: unknown) => {
          const message = FromPage.safeParse(raw);
          messages += 1;
          if (!message.success || messages > MESSAGES_MAX) {
            reject(new UserError('page_failed', 'The page sent what no page sends. It was not captured.'));
          } else if (message.data.type === 'fetch') {
            const { id, url } = message.data;
            void fetchOutside(url, large)
              .catch((cause: unknown) => ({ failure: String(cause) }))
              .then((file) => send({ type: 'answer', id, file }));
          } else {
            const { data } = message;
            queue = queue.then(() => take(data)).catch(reject);
          }
        });
        port.onDisconnect.addListener(() => reject(pageGone()));
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        send({ type: 'read', nonce, keepTyped, large, element: element && isTop });
      });
    } finally {
      port.disconnect();
    }
  }

  async #add(builder: PageBuilder, message: FromPage, signal: AbortSignal): Promise<void> {
    switch (message.type) {
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
