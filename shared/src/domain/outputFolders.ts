/** Names of build output folders, best first. Excludes `public`, which is usually source. */
export const OUTPUT_NAMES: readonly string[] = [
  'dist',
  'build',
  'out',
  '_site',
  '.output/public',
  'www',
  'docs/.vitepress/dist',
  '.vitepress/dist',
  'storybook-static',
];

/** The same for generators that need no package.json, such as Hugo, MkDocs and mdBook. */
export const GENERATED_NAMES: readonly string[] = [...OUTPUT_NAMES, 'public', 'site', 'book'];

/** Reports about a project, never its output. */
const REPORTS = /(^|\/)(coverage|playwright-report|test-results|\.nyc_output)(\/|$)/;
const PAGE = /(^|\/)index\.html$/i;
/** Dependencies and caches, among which are all hidden folders but those that hold an output. */
const NEVER_OUTPUT = /^(node_modules|\.(?!vitepress$|vuepress$|output$).*)$/;
/** How far below a project an output is looked for: `apps/web/dist/web/browser`. */
const DEPTH = 6;

/** Result of the search: one folder, several candidates, or null for none. */
export type FoundOutput = { folder: string } | { several: readonly string[] } | null;

const isInside = (folder: string, outer: string): boolean =>
  folder === outer || folder.startsWith(`${outer}/`);

/** Whether an output may be in this folder, whose path has `/` between its parts. */
export function mayHoldOutput(folder: string): boolean {
  const names = folder.split('/');
  return names.length <= DEPTH && !names.some((name) => NEVER_OUTPUT.test(name));
}

/** Returns the folders that hold an index.html, given paths of files with `/`; `.` is the folder itself. */
export function pageFolders(paths: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    if (!PAGE.test(path) || REPORTS.test(path)) continue;
    const folder = path.replace(/\/?index\.html$/i, '');
    if (folder === '') folders.add('.');
    else if (mayHoldOutput(folder)) folders.add(folder);
  }
  return [...folders].sort();
}

/**
 * Returns the only folder; of nested folders the outermost; the folder itself only when there is no other.
 */
export function onlyOutput(folders: readonly string[]): FoundOutput {
  const inner = folders.filter(
    (folder) => folder !== '.' && !folders.some((outer) => outer !== folder && isInside(folder, outer)),
  );
  const [first = folders[0]] = inner;
  if (inner.length > 1) return { several: inner };
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

/**
 * Finds an earlier build's output, when it is unknown which folders a build has written: the project's
 * output, otherwise the only output of its packages.
 */
export function builtOutput(folders: readonly string[], names: readonly string[]): FoundOutput {
  const usual = folders.filter((folder) => folder !== '.' && isUsualOutput(folder, names));
  return namedOutput(folders, names) ?? onlyOutput(usual);
}

/** What the paths of a folder's files say about it: its output, or that it is a project that was not built. */
export type ChosenOutput = NonNullable<FoundOutput> | 'not_built';

/**
 * Finds what to stage of a folder that is not built here, given the paths of its files: in a project what was built
 * earlier, else its own pages, else what a generator such as Hugo wrote.
 */
export function chosenOutput(paths: readonly string[]): ChosenOutput {
  const folders = pageFolders(paths);
  if (paths.includes('package.json')) return builtOutput(folders, OUTPUT_NAMES) ?? 'not_built';
  if (folders.includes('.')) return { folder: '.' };
  return namedOutput(folders, GENERATED_NAMES) ?? { folder: '.' };
}
