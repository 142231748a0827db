import { IGNORE_FILE, isAlwaysIgnored } from '@stagelink/shared/domain/ignoredPaths';

/** A file and its path from the chosen root. */
export interface FoundFile {
  path: string;
  file: File;
}

/** It is read, and left out later. */
const isIgnoreFile = (path: string) =>
  path.endsWith(IGNORE_FILE) && !isAlwaysIgnored(path.slice(0, -IGNORE_FILE.length));

/** Files of an `<input webkitdirectory>`, which the browser has already collected. */
export function fromInput(files: Iterable<File>): FoundFile[] {
  return [...files]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => isIgnoreFile(path) || !isAlwaysIgnored(path));
}

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

interface WalkOptions {
  signal: AbortSignal;
  onCount: (files: number) => void;
}

/**
 * Collects dropped files. Skips folders that are never staged: a project's node_modules would take minutes.
 * The entries must be taken from the drop event while it is dispatched; they are cleared afterwards.
 */
export async function fromDrop(
  entries: readonly FileSystemEntry[],
  { signal, onCount }: WalkOptions,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    signal.throwIfAborted();
    if (isAlwaysIgnored(entry.name) && entry.name !== IGNORE_FILE) continue;
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
