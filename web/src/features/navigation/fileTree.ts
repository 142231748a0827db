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

interface Folder {
  folders: Map<string, Folder>;
  files: SnapshotFile[];
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const newFolder = (): Folder => ({ folders: new Map(), files: [] });

function treeOf(files: readonly SnapshotFile[]): Folder {
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
  return root;
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

function rowsIn(folder: Folder, path: string, level: number, isOpen: (path: string) => boolean): TreeRow[] {
  const folders = [...folder.folders].sort(([a], [b]) => collator.compare(a, b));
  const files = folder.files.toSorted((a, b) => collator.compare(a.name, b.name));
  return [
    ...folders.flatMap(([name, inner]): TreeRow[] => {
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
export const treeRows = (files: readonly SnapshotFile[], isOpen: (path: string) => boolean): TreeRow[] =>
  rowsIn(treeOf(files), '', 1, isOpen);

export const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
