import { PATH_DEPTH, ROUTE_DEPTH } from '@stagelink/shared/contracts/limits';
import { hasKnownExtension } from '../../platform/serving/types.ts';

/** The files of a version by manifest path. */
export type Files<F> = ReadonlyMap<string, F>;

export type Lookup<F> =
  | { kind: 'file'; file: F; status: 200 | 404 }
  /** The canonical URL of the same file: an encoded path from the root. */
  | { kind: 'redirect'; path: string }
  | { kind: 'missing' }
  /** Invalid percent-encoding or a control character. */
  | { kind: 'malformed' };

const MISSING = { kind: 'missing' } as const;
const MALFORMED = { kind: 'malformed' } as const;

const found = <F>(file: F, status: 200 | 404 = 200): Lookup<F> => ({ kind: 'file', file, status });
const redirect = (path: string) =>
  ({ kind: 'redirect', path: `/${path.split('/').map(encodeURIComponent).join('/')}` }) as const;

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
    return decodeURIComponent(pathname.slice(1).replace(/%(2f|5c)/gi, '%25$1'));
  } catch {
    return undefined;
  }
}

/** Finds a file under either Unicode normalization: a page may use another one than the upload. */
function find<F>(files: Files<F>, path: string): F | undefined {
  const file = files.get(path);
  // oxlint-disable-next-line no-control-regex -- plain ASCII has only one spelling
  if (file || /^[\u0000-\u007f]*$/.test(path)) return file;
  return files.get(path.normalize('NFC')) ?? files.get(path.normalize('NFD'));
}

/** Compares the number of slashes with `limit` without counting them all: a path may consist of slashes only. */
function isDeeperThan(path: string, limit: number): boolean {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1 && depth <= limit; at = path.indexOf('/', at + 1)) depth++;
  return depth > limit;
}

/** Returns `404.html` of the folder, or of the nearest one above. */
function nearestNotFoundPage<F>(files: Files<F>, path: string): F | undefined {
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const page = find(files, `${path.slice(0, end + 1)}404.html`);
    if (page || end <= 0) return page ?? files.get('404.html');
  }
}

function lookupFolder<F>(files: Files<F>, path: string): Lookup<F> | undefined {
  const index = find(files, `${path}index.html`);
  if (index) return found(index);
  const page = path === '' ? undefined : find(files, `${path.slice(0, -1)}.html`);
  return page && redirect(path.slice(0, -1));
}

function lookupName<F>(files: Files<F>, path: string): Lookup<F> | undefined {
  const file = find(files, path) ?? find(files, `${path}.html`);
  if (file) return found(file);
  return find(files, `${path}/index.html`) && redirect(`${path}/`);
}

/**
 * Maps a path to a file like a static host: a folder's `index.html`, `about` for `about.html`, and one canonical URL
 * each. For any other path, a site with a `404.html` gets that page; a site without one is a single-page app, whose
 * `index.html` answers navigations up to `ROUTE_DEPTH` folders deep (in path mode each depth makes another document of
 * the same file). Only names in the manifest can be found, so no path escapes.
 */
export function lookup<F>(files: Files<F>, pathname: string, isNavigation: boolean): Lookup<F> {
  const path = decode(pathname);
  if (path === undefined || CONTROL.test(path)) return MALFORMED;
  if (isDeeperThan(path, PATH_DEPTH)) return MISSING;
  const direct = path === '' || path.endsWith('/') ? lookupFolder(files, path) : lookupName(files, path);
  if (direct) return direct;
  if (isDeeperThan(path, ROUTE_DEPTH)) return MISSING;

  const notFoundPage = nearestNotFoundPage(files, path);
  if (notFoundPage) return found(notFoundPage, 404);
  const app = isNavigation && !hasKnownExtension(path) ? files.get('index.html') : undefined;
  return app ? found(app) : MISSING;
}

/** Returns whether a URL path is exactly the name of a file. */
export function namesFile<F>(files: Files<F>, pathname: string): boolean {
  const path = decode(pathname);
  return path !== undefined && find(files, path) !== undefined;
}
