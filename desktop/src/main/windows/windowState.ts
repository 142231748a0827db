import * as z from 'zod';

const Place = z.object({ x: z.int(), y: z.int(), width: z.int(), height: z.int() });
export const WindowState = z.object({ place: Place.nullable(), isMaximized: z.boolean() });
export type WindowState = z.infer<typeof WindowState>;
export type Place = z.infer<typeof Place>;

export const NEW_WINDOW: WindowState = { place: null, isMaximized: false };

const SIZE = { width: 1200, height: 800 };
export const SMALLEST = { width: 420, height: 480 };
/** Part of the window's top that must be on a screen so that it can be moved. */
const GRIP = { width: 120, height: 32 };

const overlap = (from: number, length: number, otherFrom: number, otherLength: number): number =>
  Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom);

/** Returns the stored position, unless no screen shows it anymore. `screens` are work areas. */
export function placeOn(screens: readonly Place[], { place }: WindowState): Partial<Place> {
  if (!place) return SIZE;
  const home = screens.find(
    (screen) =>
      overlap(place.x, place.width, screen.x, screen.width) >= GRIP.width &&
      place.y >= screen.y &&
      place.y + GRIP.height <= screen.y + screen.height,
  );
  const [first] = screens;
  const room = home ?? first ?? { ...SIZE, x: 0, y: 0 };
  const width = Math.max(SMALLEST.width, Math.min(place.width, room.width));
  const height = Math.max(SMALLEST.height, Math.min(place.height, room.height));
  return home ? { x: place.x, y: place.y, width, height } : { width, height };
}
