import type { Database } from 'better-sqlite3';
import type { StageRecord } from '../../protocol/folders.ts';

/** Stage to run as soon as possible. */
interface QueuedStage {
  folderId: string;
  /** Original cause. */
  cause: StageRecord['cause'];
  since: number;
}

/** Stages waiting for the network, for a sign-in or for the next start. */
export interface QueueTable {
  /** Returns all stages in the order they were requested. */
  all: () => QueuedStage[];
  of: (folderId: string) => QueuedStage | null;
  /** Keeps the position of an existing entry. */
  add: (waiting: QueuedStage) => void;
  remove: (folderId: string) => void;
}

export function queueTable(database: Database): QueueTable {
  const columns = 'select folder_id as folderId, cause, since from queue';
  const all = database.prepare<[], QueuedStage>(`${columns} order by rowid`);
  const one = database.prepare<[string], QueuedStage>(`${columns} where folder_id = ?`);
  const add = database.prepare<QueuedStage>('insert or ignore into queue values (@folderId, @cause, @since)');
  const remove = database.prepare<[string]>('delete from queue where folder_id = ?');
  return {
    all: () => all.all(),
    of: (folderId) => one.get(folderId) ?? null,
    add: (waiting) => void add.run(waiting),
    remove: (folderId) => void remove.run(folderId),
  };
}
