import type { Locator } from '@stagelink/shared/locator/locator';
import { chainOf, elementOf, type ReopenContext } from './context.ts';

/** Elements read of a scrolled container. */
const READ_MAX = 1000;

const CLIPPED_PX = 1;

/** Whether no scrolling brings an element into sight: a drawer beside the page. */
function isBeside({ left, right, bottom }: DOMRect): boolean {
  const { scrollWidth, dir } = document.documentElement;
  const x = window.scrollX;
  if (bottom + window.scrollY <= 0) return true;
  return dir === 'rtl' ? left + x >= scrollWidth : right + x <= 0 || left + x >= scrollWidth;
}

/** Whether an element shows nothing of what is in it. */
function isClipping({ own }: ReopenContext, element: Element): boolean {
  const { width, height } = own.boxOf(element);
  if (width > CLIPPED_PX && height > CLIPPED_PX) return false;
  const { overflowX, overflowY, display } = own.styleOf(element);
  return display !== 'contents' && (height <= CLIPPED_PX ? overflowY : overflowX) !== 'visible';
}

/**
 * Whether an element is in a part of the page that is not open: not merely scrolled out of sight. `known` keeps what
 * clips, for many elements at once.
 */
export function isHidden(
  context: ReopenContext,
  element: Element,
  known = new Map<Element, boolean>(),
): boolean {
  const { own } = context;
  if (element.checkVisibility?.({ visibilityProperty: true }) === false) return true;
  const box = own.boxOf(element);
  if (box.width === 0 && box.height === 0) return !own.isMatching(element, 'area,area *');
  if (isBeside(box)) return true;
  // Elements that fade in when they are scrolled to can be pressed all the time.
  if (element.checkVisibility?.({ opacityProperty: true }) === false)
    return own.styleOf(element).pointerEvents === 'none';
  return chainOf(context, element).some((at) => {
    if (at === element) return false;
    let isClipped = known.get(at);
    if (isClipped === undefined) known.set(at, (isClipped = isClipping(context, at)));
    return isClipped;
  });
}

type Scrolled = Locator['scrolls'][number];

/** Whether a container was scrolled to a place where the page has nothing now, as lists do that draw few rows. */
export function isUndrawn({ own }: ReopenContext, { selector, top }: Scrolled): boolean {
  const container = elementOf(selector);
  if (!container) return false;
  const { scrollTop, clientHeight, scrollHeight } = container;
  if (scrollHeight <= clientHeight || Math.abs(scrollTop - top) < clientHeight / 2) return false;
  const edge = own.boxOf(container).top - scrollTop;
  let read = 0;
  for (const one of container.querySelectorAll('*')) {
    if (++read > READ_MAX) return false;
    const { top: begin, height } = own.boxOf(one);
    // Taller ones are spacers.
    if (height === 0 || height > clientHeight * 1.5) continue;
    if (begin - edge < top + clientHeight && begin - edge + height > top) return false;
  }
  return true;
}
