import { drawRegion, encode } from './draw.ts';
import { copyFirstState } from './liveState.ts';

/** Draws what is there after this time, because one hanging file must not prevent a picture. */
const SETTLE_MS = 6000;
const STILL_MS = 400;
const FORMATS = [
  ['image/webp', 0.92],
  ['image/webp', 0.75],
  ['image/webp', 0.5],
] as const;

const hasLoaded = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', () => resolve(), { once: true });
  });

/** Resolves once no element has changed for a moment. */
const isStill = () =>
  new Promise<void>((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        observer.disconnect();
        resolve();
      }, STILL_MS);
    };
    const observer = new MutationObserver(restart);
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    restart();
  });

/** Whether scripts have yet to render anything. */
const isEmpty = () =>
  document.body.innerText.trim() === '' && !document.body.querySelector('img,svg,canvas,video');

/** Resolves once the page is still and has content, or at the deadline. */
async function hasRendered(deadline: number): Promise<void> {
  do await isStill();
  while (isEmpty() && performance.now() < deadline);
}

/** Resolves once the animations that end have ended. */
async function hasMoved(): Promise<void> {
  const ending = document.getAnimations().filter((each) => {
    const end = each.effect?.getComputedTiming().endTime;
    return typeof end === 'number' && Number.isFinite(end);
  });
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

const isOnScreen = (element: Element) => {
  const { top, left, bottom, right } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
};

async function settle(deadline: number): Promise<void> {
  await hasLoaded();
  await document.fonts.ready;
  await hasRendered(deadline);
  await hasMoved();
  await Promise.allSettled([...document.images].filter(isOnScreen).map((image) => image.decode()));
}

/** A scrollbar would take width from the page. */
function hideScrollbar(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html{scrollbar-width:none!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Returns a picture of the first screen once it has settled, or null if the page prevents it. */
export async function makeFirstPage(host: Element, mostBytes: number): Promise<ArrayBuffer | null> {
  hideScrollbar();
  const settled = settle(performance.now() + SETTLE_MS);
  await Promise.race([settled, new Promise((resolve) => setTimeout(resolve, SETTLE_MS))]);
  const region = { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight };
  const canvas = await drawRegion({ region, scale: 1, host, copyState: copyFirstState });
  return canvas && encode(canvas, FORMATS, mostBytes);
}
