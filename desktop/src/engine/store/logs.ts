import type { Database } from 'better-sqlite3';
import type { LogLine } from '../../protocol/folders.ts';

/** Lines kept of each folder's last stage. */
export const LOG_LINES = 2_000;

/** Output of each folder's last stage. Written continuously, so it survives a crash of the engine. */
export interface LogTable {
  /** Last lines, in order. */
  of: (folderId: string) => LogLine[];
  add: (folderId: string, lines: readonly LogLine[]) => void;
  remove: (folderId: string) => void;
}

export function logTable(database: Database): LogTable {
  const all = database.prepare<[string], { lines: string }>(
    'select lines from logs where folder_id = ? order by last_line',
  );
  const last = database.prepare<[string], { last: number }>(
    'select coalesce(max(last_line), 0) as last from logs where folder_id = ?',
  );
  const add = database.prepare<[string, number, string]>('insert into logs values (?, ?, ?)');
  const prune = database.prepare<[string, number]>('delete from logs where folder_id = ? and last_line <= ?');
  const remove = database.prepare<[string]>('delete from logs where folder_id = ?');
  return {
    of: (folderId) =>
      all
        .all(folderId)
        .flatMap(({ lines }) => JSON.parse(lines) as LogLine[])
        .slice(-LOG_LINES),
    add: database.transaction((folderId: string, lines: readonly LogLine[]) => {
      const lastLine = (last.get(folderId)?.last ?? 0) + lines.length;
      add.run(folderId, lastLine, JSON.stringify(lines));
      prune.run(folderId, lastLine - LOG_LINES);
    }),
    remove: (folderId) => void remove.run(folderId),
  };
}
