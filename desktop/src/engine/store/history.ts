import type { Database } from 'better-sqlite3';
import type { StageRecord } from '../../protocol/folders.ts';

/** Per folder; older entries are deleted. */
export const HISTORY_LENGTH = 100;

/** Staging history of each folder. */
export interface HistoryTable {
  /** Newest first. */
  of: (folderId: string) => StageRecord[];
  add: (record: StageRecord) => void;
}

export function historyTable(database: Database): HistoryTable {
  const all = database.prepare<[string], { record: string }>(
    'select record from history where folder_id = ? order by started_at desc, rowid desc',
  );
  const add = database.prepare<[string, string, number, string]>('insert into history values (?, ?, ?, ?)');
  const prune = database.prepare<[string, string, number]>(
    `delete from history where folder_id = ? and rowid not in
       (select rowid from history where folder_id = ? order by started_at desc, rowid desc limit ?)`,
  );
  return {
    // Rows stored before pin verification lack its results.
    of: (folderId) =>
      all.all(folderId).map(({ record }) => ({
        pins: null,
        ...(JSON.parse(record) as Omit<StageRecord, 'pins'> & Partial<StageRecord>),
      })),
    add: database.transaction((record: StageRecord) => {
      add.run(record.id, record.folderId, record.startedAt, JSON.stringify(record));
      prune.run(record.folderId, record.folderId, HISTORY_LENGTH);
    }),
  };
}
