import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { handedOverKind } from '@stagelink/shared/domain/handedOver';
import { isStandIn } from '@stagelink/shared/domain/startPage';
import { t } from './copy.ts';
import { pageKey } from './routes.ts';

export interface PrototypePage {
  key: string;
  route: string;
  title: string;
  /** Number of unresolved threads. */
  threads: number;
}

const encoded = (name: string) => name.split('/').map(encodeURIComponent).join('/');

const isHtml = ({ name, type }: SnapshotFile) =>
  type.startsWith('text/html') || type.startsWith('application/xhtml') || /\.html?$/i.test(name);

/** Returns the names of the files that open as pages: the HTML files, without any what hosting makes pages of. */
export function pageFiles(files: readonly SnapshotFile[]): ReadonlySet<string> {
  const html = files.filter(isHtml);
  const shown = html.length > 0 ? html : files.filter(({ name }) => handedOverKind(name) !== null);
  return new Set(shown.map(({ name }) => name));
}

/** Returns the route that shows a file. */
export const routeOfFile = (name: string): string =>
  `/${encoded(name.replace(/(^|\/)index\.html?$/i, '$1'))}`;

/** Describes a page that has not been shown yet: `/docs/getting-started.html` becomes “Getting started”. */
function nameOf(key: string): string {
  const last = key.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  let words = last;
  try {
    words = decodeURIComponent(last);
  } catch {
    // Not encoded: shown as it is.
  }
  const spaced = words.replace(/[-_]+/g, ' ').trim();
  return spaced === '' ? t('startPage') : spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Making one takes longer than comparing a thousand names. */
const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const byKey = (a: PrototypePage, b: PrototypePage) => compare(a.key, b.key);

type Pages = Map<string, PrototypePage>;

/** Adds the page of a route, unless it is known. */
function addPage(pages: Pages, route: string): PrototypePage {
  const key = pageKey(route);
  const page = pages.get(key) ?? { key, route, title: nameOf(key), threads: 0 };
  pages.set(key, page);
  return page;
}

/** Lists the files that open as pages, by name. */
export function filePages(files: readonly SnapshotFile[]): PrototypePage[] {
  const pages: Pages = new Map();
  for (const name of pageFiles(files)) if (!isStandIn(name)) addPage(pages, routeOfFile(name));
  return [...pages.values()].sort(byKey);
}

/**
 * Lists the pages of a prototype: its files that open as pages, and the routes that were shown, are linked or have threads.
 * `threadRoutes` has the route of each unresolved thread.
 */
export function pagesOf(
  ofFiles: readonly PrototypePage[],
  titles: ReadonlyMap<string, string>,
  links: ReadonlySet<string>,
  threadRoutes: readonly string[],
): PrototypePage[] {
  const pages: Pages = new Map(ofFiles.map((page) => [page.key, page]));
  for (const [route, title] of titles) {
    const page = addPage(pages, route);
    pages.set(page.key, { ...page, title: title.trim() || page.title });
  }
  for (const route of links) addPage(pages, route);
  for (const route of threadRoutes) {
    const page = addPage(pages, route);
    pages.set(page.key, { ...page, threads: page.threads + 1 });
  }
  const all = [...pages.values()];
  return all.length === ofFiles.length ? all : all.sort(byKey);
}
