/** A rectangle of the screen, in CSS pixels. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where something is on the screen. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const WIDTH = 640;
const HEIGHT = 400;
const AROUND = 80;
const WIDEST = 1280;

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, most));

/** Returns the region around an element, with the element in the middle if the screen allows. */
export function regionAround(box: DOMRect, screenWidth: number, screenHeight: number): Region {
  const width = Math.min(clamp(box.width + 2 * AROUND, WIDTH, WIDEST), screenWidth);
  const height = Math.min(Math.max(HEIGHT, (width * HEIGHT) / WIDTH), screenHeight);
  // Center the visible part of an element that is larger than the screen.
  const middleX = (clamp(box.left, 0, screenWidth) + clamp(box.right, 0, screenWidth)) / 2;
  const middleY = (clamp(box.top, 0, screenHeight) + clamp(box.bottom, 0, screenHeight)) / 2;
  return {
    x: Math.round(clamp(middleX - width / 2, 0, screenWidth - width)),
    y: Math.round(clamp(middleY - height / 2, 0, screenHeight - height)),
    width: Math.round(width),
    height: Math.round(height),
  };
}

const FRAME = 16;
const LEAST = { width: 160, height: 100 };

/** Returns the region of a dragged rectangle with a narrow frame: the rectangle itself is what was meant. */
export function regionOf(
  { left, top, width, height }: Box,
  screenWidth: number,
  screenHeight: number,
): Region {
  const wide = Math.min(Math.max(width + 2 * FRAME, LEAST.width), screenWidth);
  const tall = Math.min(Math.max(height + 2 * FRAME, LEAST.height), screenHeight);
  return {
    x: Math.round(clamp(left + width / 2 - wide / 2, 0, screenWidth - wide)),
    y: Math.round(clamp(top + height / 2 - tall / 2, 0, screenHeight - tall)),
    width: Math.round(wide),
    height: Math.round(tall),
  };
}

const MARGIN = 40;
const NEIGHBOURS_MAX = 80;

/** Returns the elements in a region and their ancestors. Others only matter for layout. */
export function elementsIn(region: Region, root: Element): Set<Node> {
  const inside = new Set<Node>();
  const visit = (element: Element): boolean => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    let isIn =
      right > region.x - MARGIN &&
      left < region.x + region.width + MARGIN &&
      bottom > region.y - MARGIN &&
      top < region.y + region.height + MARGIN;
    for (const child of (element.shadowRoot ?? element).children) isIn = visit(child) || isIn;
    if (element.shadowRoot) for (const child of element.children) isIn = visit(child) || isIn;
    if (isIn) inside.add(element);
    return isIn;
  };
  visit(root);
  return inside;
}

/**
 * Whether a node is copied. Nodes outside the region affect its layout, except those after it in very large
 * pages.
 */
export function isNeeded(node: Node, inside: ReadonlySet<Node>): boolean {
  const parent = node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentNode;
  if (!parent || !inside.has(parent)) return false;
  if (node.nodeType !== Node.ELEMENT_NODE || inside.has(node) || parent.childNodes.length < NEIGHBOURS_MAX)
    return true;
  for (let next = node.nextSibling; next; next = next.nextSibling) if (inside.has(next)) return true;
  return false;
}
