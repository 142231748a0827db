import { fromBase64 } from './base64.ts';
import type { Box } from './protocol.ts';

/** The browser takes two pictures a second. */
const INTERVAL_MS = 550;
/** Applied by the browser for the user, so that the page sees no change of its own. */
const HIDE_CANVASES = 'canvas { visibility: hidden !important }';
/** Size of one picture: larger ones would exhaust the memory of the browser. */
const PIXELS_MAX = 32_000_000;

/** Time for new styles to be painted on a busy computer; a hidden tab never paints. */
const PAINTED_MS = 5000;

/** Resolves when the browser takes another picture. */
let free: Promise<unknown> = Promise.resolve();

/** Pauses after each picture, because a busy browser counts a picture later than it was requested. */
function inTurn<T>(take: () => Promise<T>): Promise<T> {
  const taken = free.then(take);
  const pause = () => new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  free = taken.then(pause, pause);
  return taken;
}

/** Returns the window of a tab that is in front. */
async function windowOf(tabId: number): Promise<number> {
  const { active, windowId } = await chrome.tabs.get(tabId);
  if (!active) throw new Error('The tab is not in front.');
  return windowId;
}

async function shoot(tabId: number): Promise<ImageBitmap> {
  const address = await inTurn(async () =>
    chrome.tabs.captureVisibleTab(await windowOf(tabId), { format: 'png' }),
  );
  // The user may have gone to another tab meanwhile, of which nothing may be kept.
  await windowOf(tabId);
  return createImageBitmap(new Blob([fromBase64(address.split(',')[1] ?? '')]));
}

/** Waits until a tab shows the styles that it has now. Runs in the page. */
const untilPainted = (limit: number) =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, limit);
  });

function pixelsOf(picture: ImageBitmap, { x, y, width, height, scale }: Box): ImageData {
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  if (canvas.width * canvas.height > PIXELS_MAX) throw new Error('The picture is too large.');
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas.');
  context.drawImage(picture, -Math.round(x * scale), -Math.round(y * scale));
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

async function toPng(pixels: ImageData): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(pixels.width, pixels.height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}

const hasContent = ({ data }: ImageData): boolean => data.some((value, at) => at % 4 === 3 && value > 0);

/** Makes transparent what is the same in another picture. */
function keepDifference(shown: ImageData, other: ImageData): void {
  const [one, two] = [new Uint32Array(shown.data.buffer), new Uint32Array(other.data.buffer)];
  for (const at of one.keys()) if (one[at] === two[at]) one[at] = 0;
}

/** What a tab shows while its page is read; each picture is taken once, when it is needed. */
export class VisiblePicture {
  readonly #tabId: number;
  #shown: Promise<ImageBitmap> | null = null;
  #withoutCanvases: Promise<ImageBitmap> | null = null;

  constructor(tabId: number) {
    this.#tabId = tabId;
  }

  /** Returns the visible part of a box as a PNG; null when none is visible or the browser gives no picture. */
  async part(box: Box): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const pixels = pixelsOf(await this.#take(), box);
      return hasContent(pixels) ? await toPng(pixels) : null;
    } catch {
      return null;
    }
  }

  /** Returns what canvases draw in a box, without what is behind or above them; null when they draw nothing there. */
  async drawing(box: Box): Promise<Uint8Array<ArrayBuffer> | null> {
    try {
      const pixels = pixelsOf(await this.#take(), box);
      keepDifference(pixels, pixelsOf(await this.#takeWithoutCanvases(), box));
      return hasContent(pixels) ? await toPng(pixels) : null;
    } catch {
      return null;
    }
  }

  #take(): Promise<ImageBitmap> {
    this.#shown ??= shoot(this.#tabId);
    return this.#shown;
  }

  #takeWithoutCanvases(): Promise<ImageBitmap> {
    this.#withoutCanvases ??= this.#shootWithoutCanvases();
    return this.#withoutCanvases;
  }

  async #shootWithoutCanvases(): Promise<ImageBitmap> {
    const target = { tabId: this.#tabId };
    const styles = { target, css: HIDE_CANVASES, origin: 'USER' } as const;
    await chrome.scripting.insertCSS(styles);
    try {
      await chrome.scripting.executeScript({ target, func: untilPainted, args: [PAINTED_MS] });
      return await shoot(this.#tabId);
    } finally {
      await chrome.scripting.removeCSS(styles);
    }
  }
}
