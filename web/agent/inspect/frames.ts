import { projectPath } from '@stagelink/shared/domain/projectPath';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { own } from '../pins/own.ts';
import type { Clue } from './clue.ts';

/** A position in a script, counted from 1. */
export interface Frame {
  url: string;
  line: number;
  column: number;
}

type Place = Pick<Clue, 'file' | 'line' | 'column' | 'isGuess'>;

/** Returns where a frame is in the source; null in a library, and `unknown` where nothing says it. */
export type Mapper = (frame: Frame) => Promise<Place | null | 'unknown'>;

const FRAME = /(?:\(|@|\bat |^)((?:https?|file):\/\/[^\s()]+?):(\d{1,8}):(\d{1,8})\)?\s*$/;

/** Returns the frames of a stack in the spelling of any browser, the innermost first. */
export const framesOf = (stack: string): Frame[] =>
  stack
    .slice(0, 20_000)
    .split('\n')
    .flatMap((text) => {
      const [, url, line, column] = FRAME.exec(text) ?? [];
      return url === undefined ? [] : [{ url, line: Number(line), column: Number(column) }];
    });

const SCRIPT_MAX = 16 * 1024 * 1024;
const FETCH_MS = 4000;
/** A map may be in its script. */
const MAP_MAX = 8 * 1024 * 1024;
const MAP_URL = /\/\/[#@]\s*sourceMappingURL=(\S+)\s*$/gm;
/** Folders and names of what bundlers make, and texts that only bundles have. */
const MADE =
  /(?:^|\/)(?:assets|chunks|_next|dist|build|static|bundles?)\/|[-.](?=[\w-]*\d)[\w-]{8,}\.\w+$|\.min\./;
const BUNDLE = /react-stack-top-frame|__webpack_require__|__commonJS|__toESM|parcelRequire|^\/\/#region /m;

async function read(url: string): Promise<string> {
  const response = await own.askFor(url, { signal: AbortSignal.timeout(FETCH_MS), cache: 'force-cache' });
  const text = response.ok ? await response.text() : '';
  return text.length > SCRIPT_MAX ? '' : text;
}

/** Only files of the prototype are read: a script of another origin cannot name its files. */
const isOurs = (url: string): boolean => {
  const { protocol, origin } = new URL(url, location.href);
  return protocol === 'data:' || origin === location.origin;
};

/** Returns the address of the map that a script names; null for none. */
function mapAddress(url: string, script: string): string | null {
  const named = [...script.slice(-MAP_MAX).matchAll(MAP_URL)].at(-1)?.[1];
  return named === undefined ? null : new URL(named, url).href;
}

async function readMap(address: string): Promise<TraceMap | null> {
  try {
    return isOurs(address) ? new TraceMap(await read(address)) : null;
  } catch {
    return null;
  }
}

/** Returns a script’s own path, if it is a source as it was written. */
function writtenPath(url: string, script: string, root: string): string | null {
  const { pathname } = new URL(url);
  const path = pathname.slice(root.length).replace(/^\/+/, '');
  const named = path === '' || path.endsWith('/') ? `${path}index.html` : path;
  return MADE.test(named) || BUNDLE.test(script) ? null : decodeURIComponent(named);
}

/** Finds frames in the sources of a prototype by the source maps that were staged with it. `root` is its path. */
export function createMapper(root: string): Mapper {
  const scripts = new Map<string, Promise<{ map: TraceMap | null; path: string | null }>>();
  const load = async (url: string) => {
    const script = await read(url);
    const address = mapAddress(url, script);
    // A script with a map is made of other files, also where the map is not staged.
    if (address !== null) return { map: await readMap(address), path: null };
    return { map: null, path: script === '' ? null : writtenPath(url, script, root) };
  };
  return async ({ url, line, column }) => {
    if (!isOurs(url)) return null;
    const loading = scripts.get(url) ?? load(url);
    scripts.set(url, loading);
    const { map, path } = await loading;
    if (!map) return path === null ? 'unknown' : { file: path, line, column, isGuess: true };
    const found = originalPositionFor(map, { line, column: column - 1 });
    if (found.source === null || found.line === null) return 'unknown';
    const isOfProject = projectPath(found.source) !== null;
    return isOfProject ? { file: found.source, line: found.line, column: found.column + 1 } : null;
  };
}
