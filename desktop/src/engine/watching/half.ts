import { access, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Between two files of one build; after more, another build has begun. */
const PAUSE_MAX_MS = 1_500;

/** How long a build pauses between the files it writes. */
export class Pauses {
  private lastAt = -Infinity;
  private longest = 0;
  private before = 0;

  wrote(atMs: number): void {
    const pause = atMs - this.lastAt;
    this.lastAt = atMs;
    if (pause <= PAUSE_MAX_MS) this.longest = Math.max(this.longest, pause);
    else {
      this.before = this.longest;
      this.longest = 0;
    }
  }

  /** Of quiet, before a build counts as ended. */
  waitMs(): number {
    return 2 * Math.max(this.before, this.longest);
  }
}

const LOADED =
  /<(?:script|img|source)\b[^>]*?\bsrc\s*=\s*["']?([^"'\s>]+)|<link\b[^>]*?\bhref\s*=\s*["']?([^"'\s>]+)/gi;

const PAGE = 'http://page.localhost';

/** Where an address of a page leads below its folder; null: elsewhere. */
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

/** The files that the index.html of a folder loads from it and that are not there; null without an index.html. */
export async function missingFiles(root: string): Promise<string[] | null> {
  const page = await readFile(path.join(root, 'index.html'), 'utf8').catch(() => null);
  if (page === null) return null;
  const addresses = [...page.matchAll(LOADED)].map(([, src, href]) => src ?? href ?? '');
  const files = new Set(addresses.map(fileOf).filter((file) => file !== null));
  const missing = await Promise.all([...files].map(async (file) => !(await isThere(path.join(root, file)))));
  return [...files].filter((_file, at) => missing[at]);
}
