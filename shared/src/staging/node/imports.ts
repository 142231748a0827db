import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { isFile, quietStat } from './quietStat.ts';

/** Suffixes that runtimes and bundlers add to a path, also for a folder. */
const ENDINGS = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx', '.json'];
const INDEXES = ENDINGS.slice(1).map((ending) => path.join('/', `index${ending}`));
const IMPORT = /\b(?:from|import|require(?:\.resolve)?)\s*\(?\s*(["'`])((?:(?!\1)[^\\\n])+)\1/g;
const PAGE_SCRIPT = /<script\b[^>]*\bsrc=["']?([^"'\s>]+)/gi;
/** Longer texts are bundles, whose imports are inside. */
const READ_BYTES_MAX = 1024 * 1024;
const FOLLOWED_MAX = 1_000;

/** Returns a file's text; empty when it cannot be read or is too long to be written by hand. */
export function textOf(file: string): string {
  try {
    return statSync(file).size > READ_BYTES_MAX ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const withEnding = (file: string): string | undefined =>
  [...ENDINGS, ...INDEXES].map((ending) => file + ending).find(isFile);

/** A program may import `x.js` and mean the `x.ts` beside it. */
const asTypeScript = (file: string): string => file.replace(/\.([cm]?)jsx?$/, '.$1ts');

/** Returns the folder of a package that is linked from node_modules, such as another package of the workspace. */
function linkedPackage(from: string, specifier: string): string | undefined {
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
  for (let folder = from; ; folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules', ...name);
    if (quietStat(installed)) {
      const real = realpathSync(installed);
      return real.includes(`${path.sep}node_modules${path.sep}`) ? undefined : real;
    }
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** What a script imports: files by path, and whole packages of the workspace. */
export interface Imported {
  files: string[];
  packages: string[];
}

/** Returns what a script imports, without packages that are installed. */
export function importsOf(file: string, text: string): Imported {
  const folder = path.dirname(file);
  const specifiers = [...text.matchAll(IMPORT)].map(([, , specifier = '']) => specifier.split('?')[0] ?? '');
  const paths = specifiers.filter((specifier) => /^(?:\.|\/|file:)/.test(specifier));
  const names = specifiers.filter((specifier) => /^@?[\w-]/.test(specifier) && !specifier.includes(':'));
  return {
    files: paths
      .map((specifier) => path.resolve(folder, specifier.replace(/^file:(?:\/\/)?/, '')))
      .flatMap((target) => withEnding(target) ?? withEnding(asTypeScript(target)) ?? []),
    packages: names.flatMap((name) => linkedPackage(folder, name) ?? []),
  };
}

/** Returns the scripts that the pages directly in a folder load, and what these import by path. */
export function pageScripts(folder: string): ReadonlySet<string> {
  const pages = readdirSync(folder).filter((name) => /\.html?$/i.test(name));
  const waiting = pages
    .flatMap((name) => [...textOf(path.join(folder, name)).matchAll(PAGE_SCRIPT)])
    .flatMap(([, source = '']) => withEnding(path.join(folder, source.split(/[?#]/)[0] ?? '')) ?? []);
  const found = new Set<string>();
  for (let file = waiting.pop(); file !== undefined && found.size < FOLLOWED_MAX; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...importsOf(file, textOf(file)).files);
  }
  return found;
}
