/** What designers hand over without HTML, and hosting shows as a page of its own. */
export type HandedOverKind = 'picture' | 'markdown' | 'pdf' | 'video';

/** Formats that browsers show without help. */
const KINDS: readonly [HandedOverKind, RegExp][] = [
  ['picture', /\.(png|jpe?g|gif|webp|avif|svg|bmp)$/i],
  ['markdown', /\.(md|markdown)$/i],
  ['pdf', /\.pdf$/i],
  ['video', /\.(mp4|m4v|webm|mov|ogv)$/i],
];

/** Splits a path into its folder, empty for none, and its name. */
function split(path: string): [folder: string, name: string] {
  const end = path.lastIndexOf('/');
  return [path.slice(0, Math.max(0, end)), path.slice(end + 1)];
}

function sortByFolderAndName(paths: string[]): string[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  return paths.sort((a, b) => {
    const [folderA, nameA] = split(a);
    const [folderB, nameB] = split(b);
    return compare(folderA, folderB) || compare(nameA, nameB);
  });
}

/** Returns how a file is shown as a page, by its name; null for one that is not. */
export const handedOverKind = (path: string): HandedOverKind | null =>
  KINDS.find(([, pattern]) => pattern.test(path))?.[0] ?? null;

/** Returns the files that are shown as pages, folder by folder, in the order of a file manager: “2” before “10”. */
export const handedOverPaths = (paths: Iterable<string>): string[] =>
  sortByFolderAndName([...paths].filter((path) => handedOverKind(path) !== null));
