import { isNeverStaged } from '@stagelink/shared/contracts/neverStaged';

/** A file and where it lies, from the root of what was chosen. */
export interface Found {
  path: string;
  file: File;
}

/** What an `<input webkitdirectory>` chose. The browser has already walked the folder. */
export function fromInput(files: Iterable<File>): Found[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !isNeverStaged(path));
}

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** A reader hands out at most 100 entries at a time, and an empty list when there are no more. */
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

interface WalkOptions {
  signal: AbortSignal;
  onCount: (files: number) => void;
}

/**
 * What was dropped. Folders that are never staged are never entered: a project's node_modules would take minutes.
 * The entries must have been taken from the drop event while it was handled; they do not outlive it.
 */
export async function fromDrop(
  entries: readonly FileSystemEntry[],
  { signal, onCount }: WalkOptions,
): Promise<Found[]> {
  const found: Found[] = [];
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    signal.throwIfAborted();
    if (isNeverStaged(entry.name)) continue;
    if (entry.isDirectory) {
      waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
    } else {
      found.push({
        path: entry.fullPath.replace(/^\//, ''),
        file: await fileOf(entry as FileSystemFileEntry),
      });
      if (found.length % 50 === 0) onCount(found.length);
    }
  }
  return found;
}
