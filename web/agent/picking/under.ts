import { shownBox, mappedPicture } from '../pins/boxes.ts';
import { own } from '../pins/own.ts';
import { OUT_OF_REACH } from './styles.ts';
import { drawnPart } from './drawings.ts';

const FIELD = 'input,select,textarea';
const ACTIVE = `button,a[href],summary,label,${FIELD},[role=button],[role=link],[role=tab],[role=menuitem],[role=switch]`;
/** A taller link is likely a card: its parts are picked instead. */
const CONTROL_HEIGHT = 80;
/** A part that takes more of its control is its face. */
const BADGE_SHARE = 0.6;
/** Candidates that are compared with a point. */
const CANDIDATES_MAX = 500;

const areaOf = ({ width, height }: DOMRect) => width * height;

/** Whether it is a text with a background of its own in a part of its control, such as a count. */
function isBadge(part: Element, control: Element): boolean {
  if (!(part.textContent ?? '').trim()) return false;
  const isPainted = !/^(transparent|rgba\(.*, 0\))$/.test(own.styleOf(part).backgroundColor);
  return isPainted && areaOf(own.boxOf(part)) < BADGE_SHARE * areaOf(own.boxOf(control));
}

/**
 * Returns the element a user means: a control instead of its icon or label, an image instead of its
 * strokes.
 */
export function intendedTarget(element: Element): Element {
  const part = drawnPart(element);
  const control = part.closest(ACTIVE);
  if (!control || control === part) return part;
  const { height } = own.boxOf(control);
  const isWhole = height > 0 && height <= CONTROL_HEIGHT && !isBadge(part, control);
  return isWhole ? control : part;
}

const isIn = ({ left, top, right, bottom }: DOMRect, x: number, y: number) =>
  x >= left && x < right && y >= top && y < bottom;

/** Whether hit tests skip it: always while picking, or as a disabled control of a component library. */
const isSkipped = (element: Element) =>
  own.isMatching(element, OUT_OF_REACH) || own.styleOf(element).pointerEvents === 'none';

/** Returns an element in another one that hit tests skip. */
function outOfReach(within: Element, x: number, y: number): Element | undefined {
  const candidates = within.querySelectorAll(`${OUT_OF_REACH},${ACTIVE}`);
  if (candidates.length > CANDIDATES_MAX) return undefined;
  return [...candidates].findLast((one) => isIn(own.boxOf(one), x, y) && isSkipped(one));
}

/** Returns the area of an image map at a point. */
function areaUnder(picture: Element, x: number, y: number): Element | undefined {
  if (!picture.hasAttribute('usemap')) return undefined;
  return [...own.query(document, 'map area')].find(
    (area) => mappedPicture(area) === picture && isIn(shownBox(area), x, y),
  );
}

/** Whether a point is on the scrollbar of an element. */
export function isOnScrollbar(element: Element, x: number, y: number): boolean {
  const { clientLeft, clientTop, clientWidth, clientHeight, scrollWidth, scrollHeight } = element;
  const { left, top } = element === document.documentElement ? { left: 0, top: 0 } : own.boxOf(element);
  if (clientWidth === 0) return false;
  return (
    (scrollHeight > clientHeight && x >= left + clientLeft + clientWidth) ||
    (scrollWidth > clientWidth && y >= top + clientTop + clientHeight)
  );
}

/** Returns the innermost element at a point, in open shadow trees too. */
export function elementUnder(host: Element, x: number, y: number): Element {
  let root: Document | ShadowRoot = document;
  let found: Element | null = null;
  for (;;) {
    let next: Element | null = null;
    for (const one of own.elementsAt(root, x, y)) {
      if (one === host || one.getRootNode() !== root) continue;
      next = one;
      break;
    }
    if (!next) break;
    found = next;
    if (!next.shadowRoot) break;
    root = next.shadowRoot;
  }
  const hit = found && found !== document.documentElement ? found : document.body;
  return intendedTarget(outOfReach(hit, x, y) ?? areaUnder(hit, x, y) ?? hit);
}
