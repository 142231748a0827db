import { own } from '../pins/own.ts';

/** A smaller drawing is an icon, in CSS pixels. */
const ICON_MAX = 64;
/** A group that takes more of its drawing is a layer of it. */
const GROUP_SHARE = 1 / 3;
const GROUP_PARTS_MAX = 30;
const WRITTEN = 'text,foreignObject';

const areaOf = (element: Element): number => {
  const { width, height } = own.boxOf(element);
  return width * height;
};

/** A node of a diagram: a small group with a text. */
const isNode = (group: Element, drawing: Element) =>
  group.querySelector(WRITTEN) !== null &&
  group.getElementsByTagName('*').length <= GROUP_PARTS_MAX &&
  areaOf(group) < GROUP_SHARE * areaOf(drawing);

/** Returns the part of a diagram or chart that a user means; of an icon or illustration the whole. */
export function drawnPart(element: Element): Element {
  if (!(element as Partial<SVGElement>).ownerSVGElement) return element;
  const drawing = element.closest('svg:not(svg svg)');
  if (!drawing) return element;
  const { width, height } = own.boxOf(drawing);
  if (Math.max(width, height) <= ICON_MAX || !drawing.querySelector(WRITTEN)) return drawing;
  for (let at = element.parentElement; at && at !== drawing; at = at.parentElement)
    if (at.localName === 'g' && isNode(at, drawing)) return at;
  return element.closest('text') ?? element;
}
