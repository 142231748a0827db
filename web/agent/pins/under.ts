import { own } from './own.ts';

const ACTIVE =
  'button,a[href],summary,label,[role=button],[role=link],[role=tab],[role=menuitem],[role=switch]';
/** A link may be a whole card, in which people mean a part. */
const CONTROL_HEIGHT = 80;

/** What a person means by pointing at an element: a control, not the icon or the word in it; a picture, not its strokes. */
export function meant(element: Element): Element {
  const whole = (element as Partial<SVGElement>).ownerSVGElement
    ? (element.closest('svg:not(svg svg)') ?? element)
    : element;
  const control = whole.closest(ACTIVE);
  return control && own.boxOf(control).height <= CONTROL_HEIGHT ? control : whole;
}

/** The innermost element at a place on the screen, in open shadow trees too. */
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
  if (!found || found === document.documentElement) return document.body;
  return meant(found);
}
