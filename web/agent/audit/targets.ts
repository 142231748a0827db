import type * as native from '../native.ts';
import { found, type Found, px } from './found.ts';
import type { SeenElement } from './page.ts';

const TARGETS =
  'a[href],button,input:not([type=hidden]),select,textarea,summary,[role=button],[role=link],[role=checkbox],[role=switch],[role=tab],[role=menuitem],[role=radio]';
const LEAST = 24;
const EASY = 44;

interface Target {
  element: Element;
  box: DOMRect;
}

/** A link within a sentence is as high as its line. */
function isInText(own: typeof native, { element, style }: SeenElement): boolean {
  if (!own.startsWith(style.display, 'inline') || style.display !== 'inline') return false;
  const around = element.parentElement?.textContent?.trim().length ?? 0;
  return around > (element.textContent?.trim().length ?? 0);
}

/** A label belongs to the target of its field. */
function boxOf(own: typeof native, element: Element, box: DOMRect): DOMRect {
  const label = (element as Partial<HTMLInputElement>).labels?.[0];
  if (!label) return box;
  const other = own.boxOf(label);
  const [left, top] = [Math.min(box.left, other.left), Math.min(box.top, other.top)];
  const [right, bottom] = [Math.max(box.right, other.right), Math.max(box.bottom, other.bottom)];
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Unchanged checkboxes and radio buttons are the browser's own. */
const isNative = (element: Element, style: CSSStyleDeclaration) =>
  /^(checkbox|radio)$/.test((element as Partial<HTMLInputElement>).type ?? '') && style.appearance !== 'none';

const distanceTo = (x: number, y: number, { left, right, top, bottom }: DOMRect) =>
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));

/** WCAG 2.5.8: a circle of 24 px on a small target touches no other target, nor the circle of another small one. */
function hasRoom({ box, element }: Target, others: Target[]): boolean {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return others.every((other) => {
    if (other.element === element || other.element.contains(element) || element.contains(other.element))
      return true;
    const isSmall = Math.min(other.box.width, other.box.height) < LEAST;
    const far = Math.hypot(
      other.box.left + other.box.width / 2 - x,
      other.box.top + other.box.height / 2 - y,
    );
    return distanceTo(x, y, other.box) >= LEAST / 2 && (!isSmall || far >= LEAST);
  });
}

const NEIGHBORS_MAX = 2000;

/** Measures what is tapped, on a phone's width. */
export function measureTargets(own: typeof native, seen: SeenElement[]): Found[] {
  const targets = seen
    .filter(({ element, style }) => own.isMatching(element, TARGETS) && style.pointerEvents !== 'none')
    .filter(({ element }) => !own.isMatching(element, ':disabled'))
    .slice(0, NEIGHBORS_MAX);
  const all = targets.map(({ element, box }) => ({ element, box: boxOf(own, element, box) }));
  return targets.flatMap((target, at) => {
    const one = all[at];
    if (!one || isInText(own, target) || isNative(target.element, target.style)) return [];
    const { width, height } = one.box;
    const least = Math.min(width, height);
    if (least >= EASY) return [];
    const text = `${px(width)} × ${px(height)} px`;
    if (least < LEAST && !hasRoom(one, all))
      return [found('target-small', one.element, `${text}, needs ${LEAST} × ${LEAST} px`)];
    return [found('target-narrow', one.element, `${text}, better ${EASY} × ${EASY} px`)];
  });
}
