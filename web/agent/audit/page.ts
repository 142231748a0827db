import type * as native from '../native.ts';
import type { Pace } from './pace.ts';

/** Beyond this the audit reads only the first elements, and says so. */
export const ELEMENTS_MAX = 15_000;

export interface SeenElement {
  element: Element;
  /** Position and size in CSS pixels of the viewport. */
  box: DOMRect;
  style: CSSStyleDeclaration;
}

/** The rendered elements of a page in reading order, open shadow roots included. */
export interface ReadPage {
  seen: SeenElement[];
  isCut: boolean;
}

const isRendered = (element: Element) =>
  element.checkVisibility?.({ visibilityProperty: true, opacityProperty: true }) ?? true;

/** Adds elements so that the first one is next. */
function enqueue(queue: Element[], children: HTMLCollection): void {
  for (let at = Math.min(children.length, ELEMENTS_MAX) - 1; at >= 0; at -= 1) {
    const child = children[at];
    if (child) queue.push(child);
  }
}

/** Reads the page in slices, without what the agent itself has added. */
export async function readElements(own: typeof native, pace: Pace, host: Element): Promise<ReadPage> {
  const seen: SeenElement[] = [];
  const queue: Element[] = document.body ? [document.body] : [];
  let count = 0;
  while (queue.length > 0) {
    const element = queue.pop();
    if (!element || element === host) continue;
    count += 1;
    if (count > ELEMENTS_MAX || pace.isOver()) return { seen, isCut: true };
    if (isRendered(element)) {
      const box = own.boxOf(element);
      if (box.width > 0 && box.height > 0) seen.push({ element, box, style: own.styleOf(element) });
    }
    enqueue(queue, (element.shadowRoot ?? element).children);
    if (element.shadowRoot) enqueue(queue, element.children);
    await pace.pause();
  }
  return { seen, isCut: false };
}

const TEXT_MAX = 5000;

/** Returns the text directly in an element, without that of its children. */
export function ownText(element: Element): string {
  let text = '';
  for (let node = element.firstChild; node && text.length < TEXT_MAX; node = node.nextSibling) {
    if (node.nodeType === Node.TEXT_NODE) text += (node as Text).data.slice(0, TEXT_MAX);
  }
  return text.replaceAll(/\s+/g, ' ').trim();
}
