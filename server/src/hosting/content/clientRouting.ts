import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { isPagePath } from '@stagelink/shared/domain/startPage';
import type { App } from '../../platform/context.ts';
import { locate, readBlob } from '../../platform/blobs/read.ts';
import type { Files } from './directory.ts';
import type { SiteFile } from './sites.ts';

/** Larger files are not read, nor more of one page than these. */
const FILE_BYTES = 2 * 1024 * 1024;
const FILES = 40;
const TOTAL_BYTES = 8 * 1024 * 1024;
/** Scripts of one file that are followed. */
const LOADS = 60;
const REMEMBERED_FILES = 2_000;

/** A call, also as minifiers write it: `history[r ? "replaceState" : "pushState"](…)`, `(r ? … : h.pushState).call(…)`. */
const PUSHES = /\bpushState["'`]?[\])]?(?:\.call)?\(/;
const REPLACES = /\breplaceState["'`]?[\])]?(?:\.call)?\(/;
const LISTENS = /\bpopstate\b/;
/** Addresses of scripts in a page, and what a script imports at once or later. */
const IN_PAGE = /<(?:script|link)\b[^<>]{0,1000}?\s(?:src|href)\s*=\s*["']?([^"'\s<>]{1,500}?\.m?js)\b/gi;
const IN_SCRIPT = /(?:\bfrom|\bimport)\s{0,10}\(?\s{0,10}["'`]([^"'`\s]{1,500}?\.m?js)["'`]/g;

/** What a page or script says about itself. */
interface Facts {
  /** Whether it changes the address as a router does. */
  routes: boolean;
  /** Addresses of the scripts it loads. */
  loads: readonly string[];
}

/** `replaceState` alone also removes a query or follows the scrolling; a router listens for the way back as well. */
const isRouter = (text: string): boolean => PUSHES.test(text) || (REPLACES.test(text) && LISTENS.test(text));

function factsOf(text: string, isPage: boolean): Facts {
  const loads = new Set<string>();
  for (const pattern of isPage ? [IN_PAGE, IN_SCRIPT] : [IN_SCRIPT]) {
    for (const [, address = ''] of text.matchAll(pattern)) {
      if (loads.size === LOADS) break;
      loads.add(address);
    }
  }
  return { routes: isRouter(text), loads: [...loads] };
}

/** Returns the path of a script in the site; null for one of another host. */
function pathOf(address: string, from: string): string | null {
  if (/^([a-z][a-z\d+.-]*:|\/\/)/i.test(address)) return null;
  const joined = address.startsWith('/') ? address : path.posix.join('/', path.posix.dirname(from), address);
  return path.posix.normalize(joined).slice(1);
}

/** Finds out whether a page is an application that changes its own address, and so answers other addresses too. */
export class ClientRouting {
  readonly #app: Pick<App, 'db' | 'blobs'>;
  readonly #facts = new LRUCache<string, Facts>({ max: REMEMBERED_FILES });
  readonly #answers = new WeakMap<Files<SiteFile>, Map<string, Promise<boolean>>>();

  constructor(app: Pick<App, 'db' | 'blobs'>) {
    this.#app = app;
  }

  /**
   * Whether the page, or a script that it loads, does client routing. Each page of a site is searched once, after
   * `admit` has resolved.
   */
  isIn(page: SiteFile, files: Files<SiteFile>, admit: () => Promise<void>): Promise<boolean> {
    const answers = this.#answers.get(files) ?? new Map<string, Promise<boolean>>();
    this.#answers.set(files, answers);
    const known = answers.get(page.path);
    if (known) return known;
    const answer = admit().then(() => this.#search(page, files));
    answers.set(page.path, answer);
    answer.catch(() => answers.delete(page.path));
    return answer;
  }

  async #search(page: SiteFile, files: Files<SiteFile>): Promise<boolean> {
    const seen = new Set([page]);
    let bytes = page.size;
    // A set may grow while it is gone through.
    for (const file of seen) {
      const { routes, loads } = await this.#factsOf(file);
      if (routes) return true;
      for (const address of loads) {
        const loaded = files.get(pathOf(address, file.path) ?? '');
        if (!loaded || seen.has(loaded) || seen.size === FILES || bytes + loaded.size > TOTAL_BYTES) continue;
        seen.add(loaded);
        bytes += loaded.size;
      }
    }
    return false;
  }

  async #factsOf(file: SiteFile): Promise<Facts> {
    const key = `${file.sha256} ${isPagePath(file.path)}`;
    const known = this.#facts.get(key);
    if (known) return known;
    const place = file.size <= FILE_BYTES ? await this.#locate(file) : undefined;
    const text = place ? (await readBlob(this.#app, place)).toString('latin1') : '';
    const facts = factsOf(text, isPagePath(file.path));
    this.#facts.set(key, facts);
    return facts;
  }

  async #locate({ sha256 }: SiteFile) {
    return (await locate(this.#app.db, [sha256])).get(sha256)?.get('identity');
  }
}
