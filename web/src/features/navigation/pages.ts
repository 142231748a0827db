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

const byKey = (a: PrototypePage, b: PrototypePage) =>
  a.key.localeCompare(b.key, 'en', { numeric: true, sensitivity: 'base' });

/**
 * Lists the pages of a prototype: its files that open as pages, and the routes that were shown, are linked or have threads.
 * `threadRoutes` has the route of each unresolved thread.
 */
export function pagesOf(
  files: readonly SnapshotFile[],
  titles: ReadonlyMap<string, string>,
  links: readonly string[],
  threadRoutes: readonly string[],
): PrototypePage[] {
  const routes = new Map<string, string>();
  const add = (route: string) => {
    const key = pageKey(route);
    if (!routes.has(key)) routes.set(key, route);
    return key;
  };
  for (const name of pageFiles(files)) if (!isStandIn(name)) add(routeOfFile(name));
  const titleOf = new Map([...titles].map(([route, title]) => [add(route), title.trim()]));
  for (const route of links) add(route);
  const counts = new Map<string, number>();
  for (const route of threadRoutes) {
    const key = add(route);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...routes]
    .map(([key, route]) => ({
      key,
      route,
      title: titleOf.get(key) || nameOf(key),
      threads: counts.get(key) ?? 0,
    }))
    .sort(byKey);
}
