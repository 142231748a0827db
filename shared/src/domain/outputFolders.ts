/** Where builds put their output, best first. `public` is not among them: in a project it is usually source. */
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

/** Where generators that need no package.json, such as Hugo, MkDocs and mdBook, put theirs. */
export const GENERATED_NAMES: readonly string[] = [...OUTPUT_NAMES, 'public', 'site', 'book'];

/** Reports about a project, not the project. */
const REPORTS = /(^|\/)(coverage|playwright-report|test-results|\.nyc_output)(\/|$)/;
const PAGE = /(^|\/)index\.html$/i;

/** The output that was found: one folder, several to choose from, or null for none. */
export type FoundOutput = { folder: string } | { several: readonly string[] } | null;

const isInside = (folder: string, outer: string): boolean =>
  folder === outer || folder.startsWith(`${outer}/`);

/** Returns the folders that hold an index.html, given paths of files with `/`; `.` is the folder itself. */
export function pageFolders(paths: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    if (PAGE.test(path) && !REPORTS.test(path)) folders.add(path.replace(/\/?index\.html$/i, '') || '.');
  }
  return [...folders].sort();
}

/** Takes the only folder, of those inside each other the outermost; the folder itself only where there is no other. */
export function onlyOutput(folders: readonly string[]): FoundOutput {
  const inner = folders.filter(
    (folder) => folder !== '.' && !folders.some((outer) => outer !== folder && isInside(folder, outer)),
  );
  const [first = folders[0]] = inner;
  if (inner.length > 1) return { several: inner };
  return first === undefined ? null : { folder: first };
}

/** Whether a folder is, or is inside, one that builds usually write to. */
export const isUsualOutput = (folder: string, names: readonly string[] = OUTPUT_NAMES): boolean =>
  names.some((name) => `/${folder}/`.includes(`/${name}/`));

/** Takes the first of the names that is among the folders, or has exactly one of them inside it. */
export function namedOutput(folders: readonly string[], names: readonly string[]): FoundOutput {
  for (const name of names) {
    const outer = name.replace(/^\.\/|\/+$/g, '');
    const found = onlyOutput(folders.filter((folder) => isInside(folder, outer)));
    if (found) return found;
  }
  return null;
}

/**
 * Finds what was built earlier, when nothing says which folders a build has written: an output of the project, else
 * the only one of its packages, by the names builds usually give.
 */
export function builtOutput(folders: readonly string[], names: readonly string[]): FoundOutput {
  const usual = folders.filter((folder) => folder !== '.' && isUsualOutput(folder, names));
  return namedOutput(folders, names) ?? onlyOutput(usual);
}
