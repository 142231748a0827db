/** A file and its path from the chosen root. */
export interface FoundFile {
  /** Ends with a slash for a folder that was not entered. */
  path: string;
  file: File;
}

/** Files of an `<input webkitdirectory>`, which the browser has already collected. */
export const fromInput = (files: Iterable<File>): FoundFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader returns at most 100 entries at a time, and an empty list at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return children;
    children.push(...some);
  }
}

const HISTORY = new Set(['.git', '.hg', '.svn']);

/** Entering version history or the dependencies of a project would take minutes. */
function isNeverEntered({ name }: FileSystemEntry, siblings: readonly FileSystemEntry[]): boolean {
  const isPackage = siblings.some((sibling) => sibling.name === 'package.json');
  return HISTORY.has(name) || (isPackage && name === 'node_modules');
}

interface WalkOptions {
  signal: AbortSignal;
  onCount: (files: number) => void;
}

/**
 * Collects dropped files. The entries must be taken from the drop event while it is dispatched; they are cleared
 * afterwards.
 */
export async function fromDrop(
  entries: readonly FileSystemEntry[],
  { signal, onCount }: WalkOptions,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const waiting = [entries];
  for (let siblings = waiting.pop(); siblings; siblings = waiting.pop()) {
    for (const entry of siblings) {
      signal.throwIfAborted();
      const path = entry.fullPath.replace(/^\//, '');
      if (!entry.isDirectory) found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
      else if (isNeverEntered(entry, siblings))
        found.push({ path: `${path}/`, file: new File([], entry.name) });
      else waiting.push(await childrenOf(entry as FileSystemDirectoryEntry));
      if (found.length % 50 === 0) onCount(found.length);
    }
  }
  return found;
}
