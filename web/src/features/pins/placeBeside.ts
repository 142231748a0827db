export interface Point {
  x: number;
  y: number;
}

export interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Space for the mark, which is above and right of its point. */
const GAP_RIGHT = 32;
const GAP_LEFT = 12;
const RISE = 24;
const MARGIN = 8;
/** A narrower part of the room may have neighbors that it is compared with, such as a card in a row. */
const NARROW = 0.45;

const within = (value: number, least: number, most: number) =>
  Math.max(least + MARGIN, Math.min(value, most - MARGIN));

interface Surroundings {
  /** What the pin marks. */
  point: Point;
  /** The element around it; null if it is unknown. */
  element: Area | null;
  /** The preview, and how wide the window is around it. */
  room: Area & { whole: number };
}

/**
 * Returns where a box is placed: below or above a narrow element, so that its neighbors stay in sight; otherwise
 * beside the point, inside the room where it fits.
 */
export function placeBeside(
  { width, height }: { width: number; height: number },
  { point, element, room }: Surroundings,
): Point {
  const hasRoom = room.right - room.left >= width + 2 * MARGIN;
  const left = hasRoom ? room.left : 0;
  const right = hasRoom ? room.right : room.whole;
  if (element && element.right - element.left <= (right - left) * NARROW) {
    const fits = (y: number) => y >= room.top + MARGIN && y + height <= room.bottom - MARGIN;
    const y = [element.bottom + GAP_LEFT, element.top - GAP_LEFT - height].find(fits);
    const middle = (element.left + element.right) / 2;
    if (y !== undefined) return { x: within(middle - width / 2, left, right - width), y };
  }
  const isRoomRight = point.x + GAP_RIGHT + width + MARGIN <= right;
  const x = isRoomRight ? point.x + GAP_RIGHT : point.x - GAP_LEFT - width;
  return {
    x: within(x, left, right - width),
    y: within(point.y - RISE, room.top, room.bottom - height),
  };
}
