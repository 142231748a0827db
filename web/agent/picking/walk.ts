import { boxedElement, shownBox } from '../pins/boxes.ts';
import { own } from '../pins/own.ts';
import { above } from '../pins/above.ts';
import { intendedTarget } from './under.ts';

const SKIPPED = 'script,style,noscript,template,link,meta,br,wbr,head,title';

function isSeen(element: Element): boolean {
  if (element.matches(SKIPPED)) return false;
  // A map is as visible as its areas.
  if (element.localName === 'map') return true;
  const { width, height } = shownBox(element);
  return (
    width * height > 0 && (boxedElement(element).checkVisibility?.({ visibilityProperty: true }) ?? true)
  );
}

/** Returns the visible children of an element, in its shadow tree if it has one. */
export const childrenOf = (element: Element) => [...(element.shadowRoot ?? element).children].filter(isSeen);

function siblingsOf(element: Element): Element[] {
  const parent = above(element);
  return parent ? childrenOf(parent) : [element];
}

function beside(element: Element, step: 1 | -1): Element | undefined {
  const siblings = siblingsOf(element);
  return siblings[siblings.indexOf(element) + step];
}

/** Returns the next element in reading order that is a control or contains only text. */
function along(element: Element, step: 1 | -1): Element {
  const isStop = (one: Element) =>
    intendedTarget(one) === one && (childrenOf(one).length === 0 || one.matches('button,a,label'));
  const stops: Element[] = [];
  const gather = (one: Element) => {
    if (isStop(one)) stops.push(one);
    else for (const child of childrenOf(one)) gather(child);
  };
  gather(document.body);
  if (stops.length === 0) return element;
  const after = stops.findIndex(
    (one) => one === element || element.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  const here = stops.indexOf(element);
  const next = here === -1 ? (after === -1 ? 0 : after) : here + step;
  return stops.at(next % stops.length) ?? element;
}

/** Returns where a key leads: Tab along the page, arrows to the parent, the first child and siblings. */
export function keyboardNavigation(element: Element, key: string, isBack: boolean): Element {
  if (key === 'Tab') return along(element, isBack ? -1 : 1);
  const isRtl = own.styleOf(element).direction === 'rtl';
  if (key === 'ArrowUp') return element === document.body ? element : (above(element) ?? element);
  if (key === 'ArrowDown') return childrenOf(element)[0] ?? element;
  if (key === 'ArrowLeft') return beside(element, isRtl ? 1 : -1) ?? element;
  if (key === 'ArrowRight') return beside(element, isRtl ? -1 : 1) ?? element;
  return element;
}

export function firstTarget(): Element {
  const { activeElement } = document;
  if (activeElement && activeElement !== document.body && isSeen(activeElement)) return activeElement;
  return along(document.body, 1);
}
