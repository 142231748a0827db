import type { Database } from 'better-sqlite3';

/** Folders being staged. Rows present at the start were interrupted. */
export interface RunningTable {
  all: () => string[];
  add: (folderId: string) => void;
  remove: (folderId: string) => void;
}

export function runningTable(database: Database): RunningTable {
  const all = database.prepare<[], { folder_id: string }>('select folder_id from running');
  const add = database.prepare<[string]>('insert or ignore into running values (?)');
  const remove = database.prepare<[string]>('delete from running where folder_id = ?');
  return {
    all: () => all.all().map((row) => row.folder_id),
    add: (folderId) => void add.run(folderId),
    remove: (folderId) => void remove.run(folderId),
  };
}
