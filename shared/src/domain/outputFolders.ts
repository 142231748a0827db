import { isSourcePage } from './sourcePage.ts';
import { FALLBACK_PAGES } from './startPage.ts';

/** Names of build output folders, best first. See docs/decisions/0310. */
export const OUTPUT_NAMES: readonly string[] = [
  'dist',
  'build',
  'out',
  '_site',
  '.output/public',
  'www',
  'docs/.vitepress/dist',
  '.vitepress/dist',
  'docs/.vuepress/dist',
  'src/.vuepress/dist',
  '.vuepress/dist',
  'storybook-static',
  '_build/html',
  'docs/_build/html',
  'docs/build/html',
  '_book',
  'doc_build',
  'web-build',
  'target/site',
  'publish/wwwroot',
];

/** Names that generators such as Hugo, MkDocs and mdBook write to, and other projects keep sources in. */
const GENERATOR_NAMES: readonly string[] = ['public', 'site', 'book'];
/** Names of folders that hold an output in some projects and sources in others, best first. */
export const UNCERTAIN_NAMES: readonly string[] = [
  ...GENERATOR_NAMES,
  'output',
  'html',
  'documentation',
  'docs',
];

/** Reports about a project, never its output. */
const REPORTS = /(^|\/)(coverage|playwright-report|test-results|\.nyc_output)(\/|$)/;
const PAGE_NAMES = new Set(['index.html', 'index.htm', ...FALLBACK_PAGES]);
/** Dependencies and caches, among which are all hidden folders but those that hold an output. */
const NEVER_OUTPUT = /^(node_modules|\.(?!vitepress$|vuepress$|output$).*)$/;
/** How far below a project an output is looked for: `apps/web/dist/web/browser`. */
const DEPTH = 6;
const LANGUAGE = /^[a-z]{2}(-[a-z]{2,4})?$/i;

/** Result of the search: one folder, several candidates, or null for none. */
export type FoundOutput = { folder: string } | { several: readonly string[] } | null;

/** The files of a folder, as far as finding its output needs them. All paths have `/` between their parts. */
export interface FolderFiles {
  /** Paths of files that are named like the first page of an output. */
  pages: readonly string[];
  has: (path: string) => boolean;
  /** Returns an empty text for what is missing or cannot be read. */
  read: (path: string) => Promise<string>;
  /** Returns when a file was last changed, in epoch milliseconds. */
  modified: (path: string) => number;
}

const isInside = (folder: string, outer: string): boolean =>
  folder === outer || folder.startsWith(`${outer}/`);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Whether a file is named like the first page of an output. */
export const isFirstPage = (path: string): boolean => PAGE_NAMES.has(nameOf(path).toLowerCase());

/** Whether an output may be in this folder, whose path has `/` between its parts. */
export function mayHoldOutput(folder: string): boolean {
  const names = folder.split('/');
  return names.length <= DEPTH && !names.some((name) => NEVER_OUTPUT.test(name));
}

/** Returns the folders that hold a first page, given paths of files with `/`; `.` is the folder itself. */
export function pageFolders(paths: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    if (!isFirstPage(path) || REPORTS.test(path)) continue;
    const folder = parentOf(path);
    if (folder === '') folders.add('.');
    else if (mayHoldOutput(folder)) folders.add(folder);
  }
  return [...folders].sort();
}

/** Returns the folder around the languages of a site, such as `en` and `de`; null for other folders. */
function aroundLanguages(folders: readonly string[]): string | null {
  const [around = ''] = folders.map(parentOf);
  const areLanguages = folders.every(
    (folder) => parentOf(folder) === around && LANGUAGE.test(nameOf(folder)),
  );
  return areLanguages && around !== '' ? around : null;
}

/**
 * Returns the only folder; of nested folders the outermost; the folder itself only when there is no other; the one
 * around folders that are named for languages.
 */
export function onlyOutput(folders: readonly string[]): FoundOutput {
  const inner = folders.filter(
    (folder) => folder !== '.' && !folders.some((outer) => outer !== folder && isInside(folder, outer)),
  );
  const [first = folders[0]] = inner;
  if (inner.length > 1) {
    const around = aroundLanguages(inner);
    return around === null ? { several: inner } : { folder: around };
  }
  return first === undefined ? null : { folder: first };
}

/** Whether a folder is a usual output folder or inside one. */
export const isUsualOutput = (folder: string, names: readonly string[] = OUTPUT_NAMES): boolean =>
  names.some((name) => `/${folder}/`.includes(`/${name}/`));

/** Returns the first named folder among these, or the only one inside it. */
export function namedOutput(folders: readonly string[], names: readonly string[]): FoundOutput {
  for (const name of names) {
    const outer = name.replace(/^\.\/|\/+$/g, '');
    const found = onlyOutput(folders.filter((folder) => isInside(folder, outer)));
    if (found) return found;
  }
  return null;
}

/** Returns the first page of a folder. */
const pageIn = ({ pages }: FolderFiles, folder: string): string | undefined =>
  pages.find((path) => parentOf(path) === (folder === '.' ? '' : folder));

async function isFinished(files: FolderFiles, folder: string): Promise<boolean> {
  const page = pageIn(files, folder);
  return page !== undefined && !isSourcePage(await files.read(page));
}

/** Returns the first of the folders that hold sources in some projects, whose page is finished. */
async function uncertainOutput(files: FolderFiles, folders: readonly string[]): Promise<FoundOutput> {
  for (const folder of UNCERTAIN_NAMES) {
    if (folders.includes(folder) && (await isFinished(files, folder))) return { folder };
  }
  return null;
}

const lastWritten = (files: FolderFiles, folder: string): number =>
  Math.max(0, ...files.pages.filter((page) => isInside(page, folder)).map((page) => files.modified(page)));

/** Returns the newest of several usual outputs. */
function newestOutput(files: FolderFiles, folders: readonly string[], names: readonly string[]): FoundOutput {
  const found = names.map((name) => namedOutput(folders, [name])).filter((output) => output !== null);
  const written = (output: NonNullable<FoundOutput>): number =>
    Math.max(
      ...('folder' in output ? [output.folder] : output.several).map((name) => lastWritten(files, name)),
    );
  return found.sort((a, b) => written(b) - written(a))[0] ?? null;
}

/**
 * Finds what an earlier build of a project has written: what its hosting's configuration names, the newest usual
 * output, the only output of its packages, or a folder that may hold sources and holds a finished page. `named` are
 * the outputs that the project's frameworks use.
 */
export async function builtOutput(
  files: FolderFiles,
  declared: readonly string[],
  named: readonly string[] = [],
): Promise<FoundOutput> {
  const folders = pageFolders(files.pages);
  const names = [...named, ...OUTPUT_NAMES];
  const usual = folders.filter((folder) => folder !== '.' && isUsualOutput(folder, names));
  return (
    namedOutput(folders, declared) ??
    newestOutput(files, folders, names) ??
    onlyOutput(usual) ??
    (await uncertainOutput(files, folders))
  );
}

/**
 * Finds what to stage of a folder without package.json: its own page, what a generator such as Hugo has written, or its
 * own page although a generator's project starts from it.
 */
export async function generatedOutput(files: FolderFiles, declared: readonly string[]): Promise<FoundOutput> {
  const folders = pageFolders(files.pages);
  const declaredOutput = namedOutput(folders, declared);
  if (declaredOutput) return declaredOutput;
  if (await isFinished(files, '.')) return { folder: '.' };
  return (
    namedOutput(folders, [...OUTPUT_NAMES, ...GENERATOR_NAMES]) ??
    (await uncertainOutput(files, folders)) ??
    (folders.includes('.') ? { folder: '.' } : null)
  );
}

/**
 * The same by names alone, where the files cannot be read: folders that hold sources in some projects do not count in
 * one. Null when nothing was built.
 */
export function outputByNames(paths: readonly string[]): FoundOutput {
  const folders = pageFolders(paths);
  if (paths.includes('package.json')) {
    const usual = folders.filter((folder) => folder !== '.' && isUsualOutput(folder));
    return namedOutput(folders, OUTPUT_NAMES) ?? onlyOutput(usual);
  }
  if (folders.includes('.')) return { folder: '.' };
  return namedOutput(folders, [...OUTPUT_NAMES, ...GENERATOR_NAMES]) ?? { folder: '.' };
}
