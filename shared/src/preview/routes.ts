/** The part of a route that says which page it is: a hash only where it is a route of the page's own making. */
export function pageOf(route: string): string {
  const at = route.indexOf('#');
  if (at === -1) return route;
  const hash = route.slice(at);
  return /^#!?\//.test(hash) ? route : route.slice(0, at);
}

export const isSamePage = (a: string, b: string) => pageOf(a) === pageOf(b);
