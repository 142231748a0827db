import type { Database } from 'better-sqlite3';
import type { StageRecord } from '../../folders.ts';

/** A folder that goes out as soon as it can. */
interface Waiting {
  folderId: string;
  /** Who wanted it first. */
  cause: StageRecord['cause'];
  since: number;
}

/** What waits for the network, for somebody to sign in, or for the engine to be started again. */
export interface QueueTable {
  /** In the order they were asked for. */
  all: () => Waiting[];
  of: (folderId: string) => Waiting | null;
  /** One that waits already keeps its place. */
  add: (waiting: Waiting) => void;
  remove: (folderId: string) => void;
}

export function queueTable(database: Database): QueueTable {
  const columns = 'select folder_id as folderId, cause, since from queue';
  const all = database.prepare<[], Waiting>(`${columns} order by rowid`);
  const one = database.prepare<[string], Waiting>(`${columns} where folder_id = ?`);
  const add = database.prepare<Waiting>('insert or ignore into queue values (@folderId, @cause, @since)');
  const remove = database.prepare<[string]>('delete from queue where folder_id = ?');
  return {
    all: () => all.all(),
    of: (folderId) => one.get(folderId) ?? null,
    add: (waiting) => void add.run(waiting),
    remove: (folderId) => void remove.run(folderId),
  };
}
