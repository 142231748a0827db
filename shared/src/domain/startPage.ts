import { handedOverPaths } from './handedOver.ts';

/** What a link opens at its root: a page, a list of the pages, or nothing. */
export type StartPage = { kind: 'page'; path: string } | { kind: 'list' } | { kind: 'nothing' };

/** Pages that answer every route of an application, as SvelteKit, Surge and Nuxt name them; best first. */
export const FALLBACK_PAGES: readonly string[] = ['200.html', '__spa-fallback.html'];
/** The page that a folder shows for what it does not have. */
export const NOT_FOUND_PAGE = '404.html';

const PAGE = /\.(html?|xhtml)$/i;
/** Names of a start page besides `index.html`, best first; letter case does not matter. */
const START_NAMES: readonly string[] = ['index.html', 'index.htm', 'index.xhtml', ...FALLBACK_PAGES];
const HOME_NAMES: readonly string[] = ['home.html', 'home.htm'];
const STAND_INS = new Set([...FALLBACK_PAGES, NOT_FOUND_PAGE]);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Whether a file is an HTML page, by its name. */
export const isPagePath = (path: string): boolean => PAGE.test(path);

/** Whether a page is shown for others that do not exist: a fallback page or `404.html`. */
export const isStandIn = (path: string): boolean => STAND_INS.has(nameOf(path));

/** Returns a key that puts the page of a folder before everything in it. */
const orderOf = (path: string): string => path.replace(/(^|\/)index\.html?$/i, '$1');

/**
 * Returns the pages that a person may look for among a version's files, in the order of their addresses: no fallback
 * page, no `404.html`.
 */
export function pagePaths(paths: Iterable<string>): string[] {
  const pages = [...paths].filter((path) => isPagePath(path) && !isStandIn(path));
  const ordered = pages.map((path) => ({ path, order: orderOf(path) }));
  return ordered.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ path }) => path);
}

function named(paths: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const path = paths.find((other) => other === name) ?? paths.find((other) => other.toLowerCase() === name);
    if (path !== undefined) return path;
  }
  return undefined;
}

/** A site without HTML starts with the only file that hosting shows as a page, otherwise with a list of them. */
function handedOverStart(paths: readonly string[]): StartPage {
  const [first, second] = handedOverPaths(paths);
  if (first === undefined) return { kind: 'nothing' };
  return second === undefined ? { kind: 'page', path: first } : { kind: 'list' };
}

/**
 * Returns what a version opens at its root, given the paths of its files: `index.html` or a page of a similar name,
 * the fallback page of an application, `home.html`, the only page, otherwise a list of the pages. Without HTML the
 * pictures, Markdown files, PDFs and videos are the pages. `nothing` means that a link to these files shows no page,
 * so that they must not be published.
 */
export function startPageOf(paths: Iterable<string>): StartPage {
  const all = [...paths];
  const html = all.filter(isPagePath);
  const pages = pagePaths(html);
  const [only = html[0]] = pages;
  if (only === undefined) return handedOverStart(all);
  const path = named(html, START_NAMES) ?? named(html, HOME_NAMES) ?? (pages.length > 1 ? undefined : only);
  return path === undefined ? { kind: 'list' } : { kind: 'page', path };
}
