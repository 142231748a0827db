import { SELECTOR_MAX } from './limits.ts';
import { isGenerated } from './names.ts';
import { classesOf } from './domIndex.ts';

type Root = Document | ShadowRoot;

/** Returns the part of a selector that a rebuild is most likely to keep. */
function partOf(element: Element): string {
  const tag = CSS.escape(element.localName);
  const test = element.getAttribute('data-testid');
  if (test) return `[data-testid=${CSS.escape(test)}]`;
  const id = element.getAttribute('id');
  if (id && !isGenerated(id)) return `#${CSS.escape(id)}`;
  const name = classesOf(element).find((one) => element.classList.contains(one));
  return name ? `${tag}.${CSS.escape(name)}` : tag;
}

function numbered(element: Element, part: string): string {
  let nth = 0;
  for (let one: Element | null = element; one; one = one.previousElementSibling)
    if (one.localName === element.localName) nth++;
  return `${part}:nth-of-type(${nth})`;
}

/**
 * Returns a short selector that matches only this element; ` >>> ` enters a shadow root. Empty when it
 * would be too long.
 */
export function selectorOf(element: Element): string {
  const root = element.getRootNode() as Root;
  /** Most elements are not the first one of their kind, and finding the first one is quick on a large page. */
  const isFound = (selector: string) =>
    root.querySelector(selector) === element && root.querySelectorAll(selector).length === 1;
  let selector = '';
  for (let at: Element | null = element; at && selector.length <= SELECTOR_MAX; at = at.parentElement) {
    const part = partOf(at);
    const below = selector && ` > ${selector}`;
    selector = part + below;
    if (isFound(selector)) break;
    selector = numbered(at, part) + below;
    if (isFound(selector)) break;
  }
  if (root instanceof ShadowRoot) selector = `${selectorOf(root.host)} >>> ${selector}`;
  return selector.length > SELECTOR_MAX ? '' : selector;
}
