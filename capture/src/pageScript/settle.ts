import { shadowOf } from './dom.ts';

/** Screens that are scrolled through for what loads late, of all that scrolls; an endless page ends there. */
const SCREENS_MAX = 40;
const IMAGES_MS = 4000;
/** Longest frame of a busy page that is waited for. */
const FRAME_MS = 1000;
/** Hidden tabs draw no frames. */
const HIDDEN_MS = 60;
const IDLE_MS = 500;

/** Resolves in the next frame, before it is drawn, or after so many milliseconds. */
export const nextFrame = (limit: number): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    setTimeout(resolve, limit);
  });

/** Resolves when the page was drawn: only then its observers know what has come into view. */
async function drawn(): Promise<void> {
  await nextFrame(document.hidden ? HIDDEN_MS : FRAME_MS);
  await new Promise((resolve) => void setTimeout(resolve));
}

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    requestIdleCallback(() => resolve(), { timeout: IDLE_MS });
    setTimeout(resolve, IDLE_MS);
  });

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => void setTimeout(resolve, milliseconds))]);

/** Elements that are looked at for content of their own to scroll. */
const LOOKED_AT_MAX = 20_000;
/** Smaller ones are menus and lists of choices. */
const SCROLLER_MIN = 200;
const SCROLLERS_MAX = 8;

const scrolls = (element: Element): boolean =>
  element.scrollHeight > element.clientHeight + 1 &&
  element.clientHeight >= SCROLLER_MIN &&
  element.clientWidth >= SCROLLER_MIN &&
  /^(?:auto|scroll)$/.test(getComputedStyle(element).overflowY);

/** Yields the elements of a document in reading order, shadow roots included. */
function* elementsOf(root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll('*')) {
    yield element;
    const shadow = shadowOf(element);
    if (shadow) yield* elementsOf(shadow);
  }
}

/** Returns what scrolls in the page: its window, and the largest elements with content of their own to scroll. */
function scrollersOf(page: Document): Element[] {
  const window = page.scrollingElement ?? page.documentElement;
  const inner: Element[] = [];
  let lookedAt = 0;
  for (const element of elementsOf(page)) {
    lookedAt += 1;
    if (lookedAt > LOOKED_AT_MAX) break;
    if (element !== window && element !== page.body && scrolls(element)) inner.push(element);
  }
  const area = ({ clientWidth, clientHeight }: Element) => clientWidth * clientHeight;
  return [window, ...inner.sort((one, other) => area(other) - area(one)).slice(0, SCROLLERS_MAX)];
}

/** Scrolls through at most so many screens of an element and back; returns how many it were. */
async function scrollThrough(element: Element, most: number, signal: AbortSignal): Promise<number> {
  const { scrollLeft: left, scrollTop: start, clientHeight, scrollHeight } = element;
  const screens = Math.min(most, Math.ceil(scrollHeight / clientHeight));
  for (let screen = 1; screen < screens; screen += 1) {
    signal.throwIfAborted();
    element.scrollTo({ left, top: screen * clientHeight, behavior: 'instant' });
    await drawn();
  }
  element.scrollTo({ left, top: start, behavior: 'instant' });
  await drawn();
  return screens;
}

async function scrollThroughAll(signal: AbortSignal): Promise<void> {
  let left = SCREENS_MAX;
  for (const scroller of scrollersOf(document)) {
    if (left > 0) left -= await scrollThrough(scroller, left, signal);
  }
}

async function imagesLoaded(): Promise<void> {
  const loading = Array.from(document.images).filter(({ complete }) => !complete);
  await Promise.all(
    loading.map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve, { once: true });
          image.addEventListener('error', resolve, { once: true });
        }),
    ),
  );
}

/** Waits until the page is complete: fonts, what loads when it is scrolled to, and images. */
export async function settle(signal: AbortSignal): Promise<void> {
  await within(IMAGES_MS, document.fonts.ready);
  await scrollThroughAll(signal);
  await within(IMAGES_MS, imagesLoaded());
  await within(IMAGES_MS, document.fonts.ready);
  await idle();
}
