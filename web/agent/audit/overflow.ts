import type * as native from '../native.ts';
import { found, type Found, px } from './found.ts';
import type { SeenElement } from './page.ts';

const CULPRITS = 3;
const CLIPS = /hidden|clip|auto|scroll/;

function isClipped(own: typeof native, element: Element): boolean {
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement)
    if (CLIPS.test(own.styleOf(at).overflowX)) return true;
  return false;
}

/** Finds the widest elements that make the page scroll sideways. */
export function measureOverflow(own: typeof native, seen: SeenElement[]): Found[] {
  const width = document.documentElement.clientWidth;
  const root = document.scrollingElement ?? document.documentElement;
  const isCut = [document.documentElement, document.body].some(
    (one) => one && /hidden|clip/.test(own.styleOf(one).overflowX),
  );
  if (isCut || root.scrollWidth <= width + 1) return [];
  const wide = seen.filter(
    ({ element, box }) => element !== document.body && box.right + root.scrollLeft > width + 1,
  );
  const culprits = wide
    .filter(({ element, style }) => style.position !== 'fixed' && !isClipped(own, element))
    // The innermost ones: their ancestors are wide because of them.
    .filter(
      ({ element }, _at, all) =>
        !all.some((other) => other.element !== element && element.contains(other.element)),
    )
    .toSorted((a, b) => b.box.right - a.box.right)
    .slice(0, CULPRITS);
  const text = `The page is ${px(root.scrollWidth)} px wide on a screen of ${px(width)} px`;
  if (culprits.length === 0) return [found('page-overflow', null, text)];
  return culprits.map(({ element, box }) =>
    found(
      'page-overflow',
      element,
      `Ends ${px(box.right + root.scrollLeft - width)} px beyond the screen. ${text}`,
    ),
  );
}
