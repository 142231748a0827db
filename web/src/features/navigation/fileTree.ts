import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import { isSettingsFile } from '@stagelink/shared/domain/settingsFiles';

export interface TreeFolder {
  kind: 'folder';
  path: string;
  name: string;
  level: number;
}

export interface TreeFile {
  kind: 'file';
  path: string;
  name: string;
  level: number;
  file: SnapshotFile;
}

export type TreeRow = TreeFolder | TreeFile;

/** What a folder contains, each by name. */
export interface FolderContent {
  folders: Map<string, FolderContent>;
  files: SnapshotFile[];
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const newFolder = (): FolderContent => ({ folders: new Map(), files: [] });

const sorted = ({ folders, files }: FolderContent): FolderContent => ({
  folders: new Map(
    [...folders].sort(([a], [b]) => compare(a, b)).map(([name, inner]) => [name, sorted(inner)]),
  ),
  files: [...files].sort((a, b) => compare(a.name, b.name)),
});

/** Returns the files of a version in their folders. */
export function treeOf(files: readonly SnapshotFile[]): FolderContent {
  const root = newFolder();
  for (const file of files.filter(({ name }) => !isSettingsFile(name))) {
    let folder = root;
    for (const part of file.name.split('/').slice(0, -1)) {
      const next = folder.folders.get(part) ?? newFolder();
      folder.folders.set(part, next);
      folder = next;
    }
    folder.files.push(file);
  }
  return sorted(root);
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function rowsIn(
  { folders, files }: FolderContent,
  path: string,
  level: number,
  isOpen: (path: string) => boolean,
): TreeRow[] {
  return [
    ...[...folders].flatMap(([name, inner]): TreeRow[] => {
      const own = path === '' ? name : `${path}/${name}`;
      const row: TreeFolder = { kind: 'folder', path: own, name, level };
      return isOpen(own) ? [row, ...rowsIn(inner, own, level + 1, isOpen)] : [row];
    }),
    ...files.map((file): TreeFile => ({
      kind: 'file',
      path: file.name,
      name: baseOf(file.name),
      level,
      file,
    })),
  ];
}

/** Lists the visible rows of a tree of files: folders first, sorted by name. */
export const treeRows = (tree: FolderContent, isOpen: (path: string) => boolean): TreeRow[] =>
  rowsIn(tree, '', 1, isOpen);

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
