import type { Point } from '@stagelink/shared/locator/locator';
import { above } from '../pins/above.ts';
import { shownBox } from '../pins/boxes.ts';
import { childrenOf } from './walk.ts';

/** Two elements beside each other. */
export type Pair = readonly [before: Element, after: Element];

interface Span {
  element: Element;
  start: number;
  end: number;
}

interface Neighbors {
  pair: Pair;
  distance: number;
}

/** Returns the neighbors of a point among elements that are in line with it, and how far it is from their gap. */
function neighbors(spans: Span[], at: number): Neighbors | null {
  const middle = ({ start, end }: Span) => (start + end) / 2;
  const sorted = spans.toSorted((a, b) => middle(a) - middle(b));
  const before = sorted.findLast((span) => middle(span) <= at);
  const after = sorted.find((span) => middle(span) > at);
  if (!before || !after || before.end > after.start + 1) return null;
  const distance = Math.max(0, before.end - at, at - after.start);
  return { pair: [before.element, after.element], distance };
}

/** Returns the two children that are nearest to a gap at a point, and how far it is from their gap. */
function neighborsIn(container: Element, { x, y }: Point): Neighbors | undefined {
  const boxes = childrenOf(container).map((element) => ({ element, box: shownBox(element) }));
  const below = boxes.filter(({ box }) => box.left <= x && box.right >= x);
  const beside = boxes.filter(({ box }) => box.top <= y && box.bottom >= y);
  const found = [
    neighbors(
      below.map(({ element, box }) => ({ element, start: box.top, end: box.bottom })),
      y,
    ),
    neighbors(
      beside.map(({ element, box }) => ({ element, start: box.left, end: box.right })),
      x,
    ),
  ];
  return found.filter((one) => one !== null).sort((a, b) => a.distance - b.distance)[0];
}

/** Returns the two siblings with a gap between them that is nearest to a point on an element. */
export function nearestGap(element: Element, at: Point): Pair | null {
  for (let container: Element | null = element; container; container = above(container)) {
    const found = neighborsIn(container, at);
    if (found) return found.pair;
  }
  return null;
}

/** Returns the two children of an element between which a point is. */
export function gapAt(element: Element, at: Point): Pair | null {
  const found = neighborsIn(element, at);
  return found?.distance === 0 ? found.pair : null;
}

/** Returns two elements in the order in which they are on the page; null if they overlap. */
export function apart(one: Element, other: Element): Pair | null {
  // A shared edge may be a fraction of a pixel off.
  const isBefore = (a: DOMRect, b: DOMRect) => a.bottom <= b.top + 1 || a.right <= b.left + 1;
  const [a, b] = [shownBox(one), shownBox(other)];
  if (isBefore(a, b)) return [one, other];
  return isBefore(b, a) ? [other, one] : null;
}

/** Returns the middle of the two inner edges: of two elements that do not overlap, those of their gap. */
function middleOf(...edges: number[]): number {
  const [, start = 0, end = 0] = edges.toSorted((a, b) => a - b);
  return (start + end) / 2;
}

/** Returns the middle of what is between two elements. */
export function middleBetween([before, after]: Pair): Point {
  const [a, b] = [shownBox(before), shownBox(after)];
  return { x: middleOf(a.left, a.right, b.left, b.right), y: middleOf(a.top, a.bottom, b.top, b.bottom) };
}
