import { own } from './own.ts';
import { OUT_OF_REACH } from './styles.ts';

const ACTIVE =
  'button,a[href],summary,label,[role=button],[role=link],[role=tab],[role=menuitem],[role=switch]';
/** A taller link is likely a card: its parts are picked instead. */
const CONTROL_HEIGHT = 80;

/**
 * Returns the element a user means: a control instead of its icon or label, an image instead of its
 * strokes.
 */
export function intendedTarget(element: Element): Element {
  const whole = (element as Partial<SVGElement>).ownerSVGElement
    ? (element.closest('svg:not(svg svg)') ?? element)
    : element;
  const control = whole.closest(ACTIVE);
  return control && own.boxOf(control).height <= CONTROL_HEIGHT ? control : whole;
}

/** Returns an element that hit tests skip while picking. */
function outOfReach(within: Element, x: number, y: number): Element | undefined {
  let found: Element | undefined;
  for (const one of own.query(document, OUT_OF_REACH)) {
    const { left, top, right, bottom } = own.boxOf(one);
    if (x >= left && x < right && y >= top && y < bottom && within.contains(one)) found = one;
  }
  return found;
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
export function elementUnder(host: Element, x: number, y: number): Element | null {
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
  return intendedTarget(outOfReach(hit, x, y) ?? hit);
}
