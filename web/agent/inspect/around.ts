import { above } from '../pins/above.ts';

/** Elements around an element that are read when it has nothing of its own. */
const AROUND_MAX = 12;

/** Returns what is read from an element, or from the nearest one around it. */
export function nearest<T>(
  element: Element,
  read: (element: Element) => T | null | undefined,
): { found: T; isOwn: boolean } | null {
  let at: Element | null = element;
  for (let step = 0; at && step < AROUND_MAX; step += 1) {
    const found = read(at);
    if (found !== null && found !== undefined) return { found, isOwn: at === element };
    at = above(at);
  }
  return null;
}
