/** Returns the part of a route that identifies a page. A hash counts only when it is a client-side route. */
export function pageOf(route: string): string {
  const at = route.indexOf('#');
  if (at === -1) return route;
  const hash = route.slice(at);
  return /^#!?\//.test(hash) ? route : route.slice(0, at);
}

export const isSamePage = (a: string, b: string) => pageOf(a) === pageOf(b);

/** Returns the second of a video that a route ends with, as a media fragment: `#t=12`. */
export const mediaTimeOf = (route: string): string | undefined => /#t=.+/.exec(route)?.[0];

/**
 * Returns the hash of a route if it is neither a client-side route nor a time: whether it identifies a page, only the page
 * itself can say.
 */
export function plainHashOf(route: string): string {
  const hash = /#.*/s.exec(route)?.[0] ?? '';
  return /^#(!?\/|t=)/.test(hash) ? '' : hash;
}
