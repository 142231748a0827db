import { own } from './own.ts';

/** Returns the picture that an area of an image map belongs to. */
export function mappedPicture(area: Element): Element | null {
  const name = area.closest('map')?.getAttribute('name') ?? '';
  return document.querySelector(`img[usemap="#${CSS.escape(name)}"]`);
}

/** The coordinates of an area are in CSS pixels of its picture before any transform. */
function areaBox(area: Element, picture: Element): DOMRect {
  const { left, top, width, height } = own.boxOf(picture);
  const scale = width / (picture as HTMLElement).offsetWidth || 1;
  const numbers = (area.getAttribute('coords') ?? '').split(/[\s,]+/).map((one) => Number(one) * scale);
  const [x = 0, y = 0, radius = 0] = numbers;
  const shape = area.getAttribute('shape') ?? 'rect';
  if (shape === 'default') return new DOMRect(left, top, width, height);
  if (shape.startsWith('circ'))
    return new DOMRect(left + x - radius, top + y - radius, 2 * radius, 2 * radius);
  const across = numbers.filter((_, at) => at % 2 === 0);
  const down = numbers.filter((_, at) => at % 2 === 1);
  const [first, highest] = [Math.min(...across), Math.min(...down)];
  return new DOMRect(left + first, top + highest, Math.max(...across) - first, Math.max(...down) - highest);
}

const hasNoBox = (element: Element) => own.styleOf(element).display === 'contents';

/** Returns the element whose visibility decides about an element without a box of its own. */
export function boxedElement(element: Element): Element {
  if (element.localName === 'area') return mappedPicture(element) ?? element;
  if (!hasNoBox(element)) return element;
  const child = element.firstElementChild;
  return child ? boxedElement(child) : (element.parentElement ?? element);
}

/** Returns the box of what an element shows, also where the element has none of its own. */
export function shownBox(element: Element): DOMRect {
  const box = own.boxOf(element);
  if (box.width + box.height > 0) return box;
  if (element.localName === 'area') {
    const picture = mappedPicture(element);
    return picture ? areaBox(element, picture) : box;
  }
  if (!hasNoBox(element)) return box;
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}
