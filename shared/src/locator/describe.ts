import { ATTRIBUTE_MAX, NAME_MAX, ROUTE_MAX, SCROLLS_MAX, STEPS_MAX } from './limits.ts';
import type { Attribute, Locator, Point, Quote } from './locator.ts';
import { isGenerated } from './names.ts';
import {
  circlesAround,
  ancestorContexts,
  classesOf,
  isOwn,
  siblingsOf,
  NAMES,
  type Page,
  type NodeInfo,
  rareIn,
  readAtOnce,
  textOf,
  duplicatesOf,
  valueOf,
} from './domIndex.ts';
import { labelOf, roleOf } from './role.ts';
import { selectorOf } from './selector.ts';
import { cut } from './tokens.ts';

const MADE: Attribute[] = ['id', 'for', 'name'];

function attributesOf(page: Page, place: NodeInfo): Locator['attributes'] {
  const kept: Locator['attributes'] = {};
  for (const name of NAMES) {
    const value = valueOf(page, place, name);
    if (value && value.length <= ATTRIBUTE_MAX && !(MADE.includes(name) && isGenerated(value)))
      kept[name] = value;
  }
  return kept;
}

/** Returns the steps to a node, as `Locator.path` stores them. */
export function pathOf(place: NodeInfo): string[] {
  const steps: string[] = [];
  for (let at = place; at.parent && steps.length < STEPS_MAX; at = at.parent)
    steps.unshift(`${at.tag}:${at.nth}/${at.parent.kids.get(at.tag)?.length}`);
  return steps;
}

/** Returns the parent in the flattened tree, across shadow roots. */
const above = (element: Element): Element | undefined =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;

function surroundingsOf(element: Element): Pick<Locator, 'dialog' | 'scrolls'> {
  const scrolls: Locator['scrolls'] = [];
  let dialog: string | null = null;
  for (let at = above(element); at; at = above(at)) {
    const { scrollLeft: left, scrollTop: top } = at;
    if ((left || top) && scrolls.length < SCROLLS_MAX) scrolls.push({ selector: selectorOf(at), left, top });
    if (roleOf(at, at.localName).endsWith('dialog')) dialog ??= cut(labelOf(at), NAME_MAX);
  }
  return { dialog, scrolls };
}

const fraction = (part: number, whole: number) => Math.min(1, Math.max(0, part / whole || 0));

/** Current layout of an element. */
export interface Layout {
  box: DOMRect;
  viewport: { width: number; height: number };
}

/**
 * Describes an element of an open document and the picked point, in CSS pixels of the viewport. Returns
 * null for an element outside the body. To describe several, read the page once and pass it.
 */
export function describe(
  element: Element,
  point: Point,
  layout?: Layout,
  page = readAtOnce(element.ownerDocument),
): Locator | null {
  const window = element.ownerDocument.defaultView;
  const place = page.places.find((one) => one.element === element);
  if (!place || !window) return null;
  const { scrollX, scrollY, location } = window;
  const { box, viewport } = layout ?? {
    box: element.getBoundingClientRect(),
    // Fallback only: a hostile page may have overridden these.
    viewport: { width: window.innerWidth, height: window.innerHeight },
  };
  const attributes = attributesOf(page, place);
  const quote = (text: string, within?: NodeInfo): Quote => ({ text, rare: rareIn(page, text, within) });
  const around = circlesAround(place);
  const circles = ancestorContexts(page, place, around).map((text, level) => quote(text, around[level]));
  const kin = siblingsOf(page, place, circles);
  return {
    elementSelector: selectorOf(element),
    elementCoordinates: { x: point.x + scrollX, y: point.y + scrollY },
    offset: { x: fraction(point.x - box.left, box.width), y: fraction(point.y - box.top, box.height) },
    tag: place.tag,
    attributes,
    own: (Object.keys(attributes) as Attribute[]).filter((name) => isOwn(page, name, attributes[name] ?? '')),
    classes: classesOf(element),
    role: roleOf(element, place.tag),
    name: quote(cut(labelOf(element), NAME_MAX)),
    text: quote(textOf(page, place), place),
    circles,
    alone: kin.length === 0,
    twins: duplicatesOf(page, place, kin),
    path: pathOf(place),
    size: page.places.length,
    box: { x: box.left + scrollX, y: box.top + scrollY, width: box.width, height: box.height },
    lang: place.lang,
    ...surroundingsOf(element),
    route: cut(location.pathname + location.search + location.hash, ROUTE_MAX),
    viewport,
  };
}
