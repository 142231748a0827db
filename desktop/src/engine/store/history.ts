import type { Database } from 'better-sqlite3';
import type { StageRecord } from '../../folders.ts';

/** Of each folder; older ones are forgotten. */
export const HISTORY_LENGTH = 100;

/** Every try to stage a folder. */
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
    // Those that were kept before pins were looked for say nothing of them.
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
