import { PATH_DEPTH, ROUTE_DEPTH } from '@stagelink/shared/contracts/limits';
import { leadsElsewhere, type RedirectRule, type RedirectStatus } from '@stagelink/shared/domain/redirects';
import { FALLBACK_PAGES, isPagePath, NOT_FOUND_PAGE } from '@stagelink/shared/domain/startPage';
import type { Directory } from './directory.ts';
import { matchesOf } from './redirects.ts';

/** What a path is looked up in. */
export interface Lookable<F> {
  directory: Directory<F>;
  /** The rules of its `_redirects`. */
  rules: readonly RedirectRule[];
}

export type Lookup<F> =
  | { kind: 'file'; file: F; status: 200 | 404 }
  /** `location` is encoded and starts at the root. */
  | { kind: 'redirect'; status: RedirectStatus; location: string }
  /** The first of these pages that does client routing, otherwise something else. */
  | { kind: 'route'; candidates: readonly F[]; otherwise: Lookup<F> }
  /** Nothing opens at the root: a list of the pages does. */
  | { kind: 'list' }
  | { kind: 'missing'; path: string }
  /** Invalid percent-encoding or a control character. */
  | { kind: 'malformed' };

const MALFORMED = { kind: 'malformed' } as const;
const LIST = { kind: 'list' } as const;
/** Redirects that follow each other; more are a loop. */
const REDIRECTS_IN_A_ROW = 10;

const found = <F>(file: F, status: 200 | 404 = 200): Lookup<F> => ({ kind: 'file', file, status });
const canonical = (path: string) =>
  ({
    kind: 'redirect',
    status: 308,
    location: `/${path.split('/').map(encodeURIComponent).join('/')}`,
  }) as const;

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * Decodes the path as the manifest spells it, without the leading slash; undefined if it is malformed. An encoded slash
 * stays encoded: no file name can contain one.
 */
function decode(pathname: string): string | undefined {
  if (!pathname.startsWith('/')) return undefined;
  if (!pathname.includes('%')) return pathname.slice(1);
  try {
    return decodeURIComponent(pathname.slice(1).replace(/%2f/gi, '%252f'));
  } catch {
    return undefined;
  }
}

/** Compares the number of slashes with `limit` without counting them all: a path may consist of slashes only. */
function isDeeperThan(path: string, limit: number): boolean {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1 && depth <= limit; at = path.indexOf('/', at + 1)) depth++;
  return depth > limit;
}

/** Yields the folder of a path and those above it, each with a slash at its end; last the root, which is empty. */
function* foldersUp(path: string): Generator<string> {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    yield path.slice(0, end + 1);
  }
  yield '';
}

type Find<F> = (path: string) => F | undefined;

function findIndex<F>(find: Find<F>, folder: string): F | undefined {
  return find(`${folder}index.html`) ?? find(`${folder}index.htm`);
}

function lookupFolder<F>(find: Find<F>, path: string): Lookup<F> | undefined {
  const index = findIndex(find, path);
  if (index) return found(index);
  const page = path === '' ? undefined : find(`${path.slice(0, -1)}.html`);
  return page && canonical(path.slice(0, -1));
}

function lookupName<F>(find: Find<F>, path: string): Lookup<F> | undefined {
  const file = find(path) ?? find(`${path}.html`);
  if (file) return found(file);
  return findIndex(find, `${path}/`) && canonical(`${path}/`);
}

const lookupWith = <F>(find: Find<F>, path: string): Lookup<F> | undefined =>
  path === '' || path.endsWith('/') ? lookupFolder(find, path) : lookupName(find, path);

/** Looks a path up among the files alone; without case only where its exact spelling finds nothing. */
const lookupFile = <F>(directory: Directory<F>, path: string): Lookup<F> | undefined =>
  lookupWith((name) => directory.find(name), path) ??
  lookupWith((name) => directory.findInAnyCase(name), path);

/** Returns the file that a rule's target names, as a visit of the target would open it. */
function fileAt<F>(directory: Directory<F>, pathname: string): F | undefined {
  const place = followCanonical(directory, decode(pathname));
  return place?.kind === 'file' ? place.file : undefined;
}

function followCanonical<F>(directory: Directory<F>, path: string | undefined): Lookup<F> | undefined {
  const place = path === undefined ? undefined : lookupFile(directory, path);
  return place?.kind === 'redirect' ? lookupFile(directory, decode(place.location) ?? '') : place;
}

/** Whether a redirect ends at something other than redirects. */
function ends<F>({ directory, rules }: Lookable<F>, target: URL): boolean {
  let { pathname } = target;
  for (let hops = 0; hops < REDIRECTS_IN_A_ROW; hops++) {
    const path = decode(pathname);
    if (path === undefined || isDeeperThan(path, PATH_DEPTH)) return false;
    const exists = lookupFile(directory, path) !== undefined;
    const [next] = matchesOf(rules, path, exists);
    if (!next || !leadsElsewhere(next.rule)) return true;
    ({ pathname } = next.target);
  }
  return false;
}

/** Returns what the first rule says that applies to a path and leads to something. */
function followRules<F>(
  site: Lookable<F>,
  path: string,
  { exists, isVisit }: { exists: boolean; isVisit: boolean },
): Lookup<F> | undefined {
  for (const { rule, target } of matchesOf(site.rules, path, exists)) {
    if (leadsElsewhere(rule)) {
      if (!ends(site, target)) continue;
      return {
        kind: 'redirect',
        status: rule.status,
        location: target.pathname + target.search + target.hash,
      };
    }
    // The page of all routes is no answer to a script or a picture that is missing.
    const isForRoutes = rule.hasSplat && rule.status === 200 && isPagePath(target.pathname);
    const file = isForRoutes && !isVisit ? undefined : fileAt(site.directory, target.pathname);
    if (file) return found(file, rule.status === 404 ? 404 : 200);
  }
  return undefined;
}

/** Returns the page of this name in the folder of a path, or in the nearest one above. */
function nearest<F>(directory: Directory<F>, path: string, names: readonly string[]): F | undefined {
  for (const folder of foldersUp(path)) {
    for (const name of names) {
      const page = directory.find(folder + name);
      if (page) return page;
    }
  }
  return undefined;
}

/**
 * Returns the nearest page that surely does client routing, after the nearer ones whose scripts decide. A page of its
 * own for what is missing speaks against an application: among several pages scripts no longer count.
 */
function lookupRoute<F>(directory: Directory<F>, path: string, otherwise: Lookup<F>): Lookup<F> {
  const candidates: F[] = [];
  for (const folder of foldersUp(path)) {
    const page = findIndex((name) => directory.find(name), folder);
    if (!page) continue;
    const isOnePage = directory.isOnePage(folder);
    const saysMissing = directory.find(folder + NOT_FOUND_PAGE) !== undefined;
    if (isOnePage && !saysMissing) return routeOf(candidates, found(page));
    if (isOnePage || !saysMissing) candidates.push(page);
  }
  return routeOf(candidates, otherwise);
}

const routeOf = <F>(candidates: F[], otherwise: Lookup<F>): Lookup<F> =>
  candidates.length === 0 ? otherwise : { kind: 'route', candidates, otherwise };

/** What opens at the root of a site without `index.html`. */
function lookupStart<F>(directory: Directory<F>): Lookup<F> | undefined {
  const { start } = directory;
  if (start.kind === 'list') return LIST;
  const file = start.kind === 'page' ? directory.find(start.path) : undefined;
  if (start.kind === 'nothing' || !file) return undefined;
  return start.path.includes('/') ? canonical(start.path) : found(file);
}

/**
 * Maps a path to a file like a static host: a folder's `index.html`, `about` for `about.html`, and one canonical URL
 * each. What names no file is answered by `_redirects`; a visit then by the nearest `200.html`, by the nearest
 * application with client routing, up to `ROUTE_DEPTH` folders deep (in path mode each depth makes another document of
 * the same file); everything then by the nearest `404.html`. Only names in the manifest can be found, so no path
 * escapes.
 */
export function lookup<F>(site: Lookable<F>, pathname: string, isVisit: boolean): Lookup<F> {
  const path = decode(pathname);
  if (path === undefined || CONTROL.test(path)) return MALFORMED;
  const missing = { kind: 'missing', path } as const;
  if (isDeeperThan(path, PATH_DEPTH)) return missing;
  const { directory } = site;
  const file = lookupFile(directory, path);
  const place = followRules(site, path, { exists: file !== undefined, isVisit }) ?? file;
  if (place) return place;
  if (path === '') return lookupStart(directory) ?? missing;
  if (isDeeperThan(path, ROUTE_DEPTH)) return missing;

  const notFoundPage = nearest(directory, path, [NOT_FOUND_PAGE]);
  const otherwise: Lookup<F> = notFoundPage ? found(notFoundPage, 404) : missing;
  if (!isVisit) return otherwise;
  const fallback = nearest(directory, path, FALLBACK_PAGES);
  return fallback ? found(fallback) : lookupRoute(directory, path, otherwise);
}

/** Returns whether a URL path is the name of a file. */
export function namesFile<F>(directory: Directory<F>, pathname: string): boolean {
  const path = decode(pathname);
  return path !== undefined && (directory.find(path) ?? directory.findInAnyCase(path)) !== undefined;
}
