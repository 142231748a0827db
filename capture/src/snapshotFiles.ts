import { cleanHtml } from './clean.ts';
import { pageKey } from './address.ts';
import type { CapturedFile, CapturedPage } from './pageBuilder.ts';

/** Describes the capture for people and programs that download its files. */
const ABOUT = 'stagelink-capture.json';
const NAME_LETTERS = 60;

/** Returns the file of each page by id: `index.html` for the first, names from the addresses for the others. */
export function pageFiles(pages: readonly CapturedPage[]): Map<string, string> {
  const files = new Map<string, string>();
  const taken = new Set(['index']);
  for (const [at, { id, key }] of pages.entries()) {
    if (at === 0) {
      files.set(id, 'index.html');
      continue;
    }
    const name = slug(pathOf(key));
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
    taken.add(free);
    files.set(id, `${free}.html`);
  }
  return files;
}

/** The path of a page and its route in the fragment; a query may hold what a user wrote. */
function pathOf(key: string): string {
  const url = URL.parse(key);
  return url === null ? '' : url.pathname + url.hash.replace(/\?.*/, '');
}

const slug = (pathname: string): string =>
  pathname
    .toLowerCase()
    .replace(/\.html?$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, NAME_LETTERS)
    .replace(/^-+|-+$/g, '') || 'page';

const isRoute = (fragment: string): boolean => /^#!?\//.test(fragment);

/** Returns where a link leads among the captured pages; null for one that leads elsewhere or within its page. */
function fileOfLink(href: string, page: string, byKey: ReadonlyMap<string, string>): string | null {
  const url = URL.parse(href, page);
  if (url === null || (href.startsWith('#') && !isRoute(href))) return null;
  const file = byKey.get(pageKey(url.href));
  return file === undefined ? null : file + (isRoute(url.hash) ? '' : url.hash);
}

/** Returns the files of a snapshot: its pages, linked to each other, and what they need. The first page is the start. */
export function snapshotFiles(pages: readonly CapturedPage[]): CapturedFile[] {
  const names = pageFiles(pages);
  // The first of several states of a page is the one that links lead to.
  const byKey = new Map(pages.toReversed().map(({ id, key }) => [key, `/${names.get(id) ?? ''}`]));
  const files = new Map<string, CapturedFile>();
  const add = (path: string, content: string, type: string): void =>
    void files.set(path, { path, bytes: new Blob([content], { type }) });
  for (const page of pages) {
    const html =
      pages.length > 1 ? cleanHtml(page.html, (href) => fileOfLink(href, page.key, byKey)) : page.html;
    add(names.get(page.id) ?? '', html, 'text/html');
  }
  for (const file of pages.flatMap((page) => page.files))
    if (!files.has(file.path)) files.set(file.path, file);
  const about = pages.map(({ id, address, title, capturedAt, viewport }) => ({
    file: names.get(id),
    address,
    title,
    capturedAt,
    viewport,
  }));
  add(ABOUT, `${JSON.stringify({ pages: about }, null, 2)}\n`, 'application/json');
  return [...files.values()];
}
