import { access, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Longest pause between two files of one build; after more, another build began. */
const PAUSE_MAX_MS = 1_500;

/** Measures the pauses between a build's writes. */
export class Pauses {
  #lastAt = -Infinity;
  #longest = 0;
  #before = 0;

  wrote(atMs: number): void {
    const pause = atMs - this.#lastAt;
    this.#lastAt = atMs;
    if (pause <= PAUSE_MAX_MS) this.#longest = Math.max(this.#longest, pause);
    else {
      this.#before = this.#longest;
      this.#longest = 0;
    }
  }

  /** Returns how long it must be quiet before the build counts as finished. */
  waitMs(): number {
    return 2 * Math.max(this.#before, this.#longest);
  }
}

const LOADED =
  /<(?:script|img|source)\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)|<link\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)/gi;

const PAGE = 'http://page.localhost';

/** Returns the path of a URL inside the page's folder, or null. */
function fileOf(address: string): string | null {
  const url = URL.canParse(address, PAGE) ? new URL(address, PAGE) : null;
  if (url === null || url.origin !== PAGE || url.pathname.endsWith('/')) return null;
  try {
    return decodeURIComponent(url.pathname).slice(1);
  } catch {
    return null;
  }
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Returns the missing files among those a folder's index.html loads; null without an index.html. */
export async function missingFiles(root: string): Promise<string[] | null> {
  const page = await readFile(path.join(root, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return null;
  const addresses = [...page.matchAll(LOADED)].map(([, src, href]) => src ?? href ?? '');
  const files = new Set(addresses.map(fileOf).filter((file) => file !== null));
  const missing = await Promise.all([...files].map(async (file) => !(await isThere(path.join(root, file)))));
  return [...files].filter((_file, at) => missing[at]);
}
