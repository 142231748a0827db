import { type Lookable, lookup, type Lookup } from './lookup.ts';

/** A site whose pages may expect to be served below a path, such as `/repo/` of a build for GitHub Pages. */
interface Based<F> extends Lookable<F> {
  basePath: string | null;
}

/** Returns the path of a file from the site's root, as `/x` for `/repo/x`. */
export const withoutBase = (basePath: string | null, pathname: string): string =>
  basePath !== null && pathname.startsWith(basePath) ? pathname.slice(basePath.length - 1) : pathname;

/** Returns where a visit of this path opens the site instead: scripts of such a build look for its base path. */
export function opensAt({ basePath }: Based<unknown>, pathname: string): string | null {
  if (basePath === null) return null;
  return pathname === '/' || pathname === basePath.slice(0, -1) ? basePath : null;
}

/** As `lookup`, for files below the base path as well as from the root. */
export function lookupBelow<F>(site: Based<F>, pathname: string, isVisit: boolean): Lookup<F> {
  const inner = withoutBase(site.basePath, pathname);
  const place = lookup(site, inner, isVisit);
  if (inner === pathname || place.kind !== 'redirect' || site.basePath === null) return place;
  return { ...place, location: site.basePath + place.location.slice(1) };
}
