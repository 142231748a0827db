import { own } from './own.ts';
import { above } from './above.ts';

/** Elements that show something without a background. */
const PICTURES = 'img,svg,video,canvas,iframe,object,embed';
const NO_COLOR = /^(transparent|rgba\(.*, 0\))$/;

/** Returns the elements at a point, front to back, those in open shadow trees too. */
function* hitsAt(root: Document | ShadowRoot, x: number, y: number): Generator<Element> {
  for (const one of own.elementsAt(root, x, y)) {
    if (one.getRootNode() !== root) continue;
    if (one.shadowRoot) yield* hitsAt(one.shadowRoot, x, y);
    yield one;
  }
}

function isInside(element: Element, outer: Element): boolean {
  for (let at: Element | null = element; at; at = above(at)) if (at === outer) return true;
  return false;
}

function isPainted(element: Element): boolean {
  if (element.checkVisibility?.({ opacityProperty: true }) === false) return false;
  const { backgroundColor, backgroundImage, backdropFilter } = own.styleOf(element);
  if (!NO_COLOR.test(backgroundColor) || backgroundImage !== 'none') return true;
  return own.isMatching(element, PICTURES) || (backdropFilter || 'none') !== 'none';
}

/** The layer over a picture or a card is a part of it: it fills the same frame. */
function isDecoration(front: Element, element: Element): boolean {
  const frame = (front as HTMLElement).offsetParent;
  if (!frame || frame === document.body || own.styleOf(front).position !== 'absolute') return false;
  const [cover, box] = [own.boxOf(front), own.boxOf(element)];
  const isWhole = cover.left <= box.left && cover.right >= box.right && cover.top <= box.top;
  return isWhole && cover.bottom >= box.bottom && isInside(element, frame);
}

/** Whether it is in a layer of its own, below what both elements are in. */
function isLayered(front: Element, element: Element): boolean {
  for (let at: Element | null = front; at && !isInside(element, at); at = above(at))
    if (own.styleOf(at).position !== 'static') return true;
  return false;
}

/** Whether something in front hides a point of an element: a dialog, a menu, a sticky header. */
export function isCovered(element: Element, x: number, y: number, host: Element): boolean {
  for (const front of hitsAt(document, x, y)) {
    if (front === host) continue;
    if (isInside(front, element) || isInside(element, front)) return false;
    if (own.isMatching(front, ':modal')) return true;
    if (isPainted(front) && isLayered(front, element) && !isDecoration(front, element)) return true;
  }
  return false;
}
