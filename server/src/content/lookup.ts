import { PATH_DEPTH, ROUTE_DEPTH } from '@stagelink/shared/contracts/limits';
import { hasKnownExtension } from './types.ts';

/** The files of a version by their manifest path. */
export type Files<F> = ReadonlyMap<string, F>;

export type Lookup<F> =
  | { kind: 'file'; file: F; status: 200 | 404 }
  /** The same place under its proper address: an encoded path from the root. */
  | { kind: 'redirect'; path: string }
  | { kind: 'missing' }
  /** Not the address of anything: wrong percent-encoding, or a control character. */
  | { kind: 'malformed' };

const MISSING = { kind: 'missing' } as const;
const MALFORMED = { kind: 'malformed' } as const;

const found = <F>(file: F, status: 200 | 404 = 200): Lookup<F> => ({ kind: 'file', file, status });
const redirect = (path: string) =>
  ({ kind: 'redirect', path: `/${path.split('/').map(encodeURIComponent).join('/')}` }) as const;

// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const CONTROL = /[\u0000-\u001f\u007f]/;

/**
 * The path as the manifest would spell it, without its leading slash; undefined when it cannot be decoded. An encoded
 * slash stays encoded: it is text inside one part, and no file's name can hold it.
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

/** Disks and keyboards spell accents in two ways; a page may use the other one than the upload. */
function find<F>(files: Files<F>, path: string): F | undefined {
  const file = files.get(path);
  // oxlint-disable-next-line no-control-regex -- plain ASCII has only one spelling
  if (file || /^[\u0000-\u007f]*$/.test(path)) return file;
  return files.get(path.normalize('NFC')) ?? files.get(path.normalize('NFD'));
}

/** Counts slashes, but not beyond `limit`: an address may consist of nothing else. */
function isDeeperThan(path: string, limit: number): boolean {
  let depth = 0;
  for (let at = path.indexOf('/'); at !== -1 && depth <= limit; at = path.indexOf('/', at + 1)) depth++;
  return depth > limit;
}

/** `404.html` of the folder asked for, or of the nearest one above it. */
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
 * Which file answers a path, with the manners of a static host: a folder's `index.html`, `about` for `about.html`,
 * and one proper address each. For the rest, a site that has a `404.html` is one of many pages and gets that; a site
 * without is taken for one app, whose `index.html` answers each navigation that is not to a kind of file.
 *
 * A route is at most `ROUTE_DEPTH` folders deep: in path mode each depth makes another document of the same file.
 *
 * Only names in the manifest can be found: there is no disk behind this to escape to.
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

/** Whether a path, as it stands in a URL, is exactly the name of a file. */
export function namesFile<F>(files: Files<F>, pathname: string): boolean {
  const path = decode(pathname);
  return path !== undefined && find(files, path) !== undefined;
}
