import type { Database } from 'better-sqlite3';
import type { Folder, Link } from '../../protocol/folders.ts';

interface Row {
  id: string;
  account_id: string;
  path: string;
  name: string;
  settings: string;
  detected: string | null;
  link: string | null;
  state: string;
  last_staged_at: number | null;
}

/** Rows stored before drafts existed lack them. */
function linkOf(kept: string | null): Folder['link'] {
  const link = JSON.parse(kept ?? 'null') as (Omit<Link, 'waiting'> & Partial<Link>) | null;
  return link && { ...link, waiting: link.waiting ?? null };
}

/** Rows stored before build variables existed lack them. */
const settingsOf = (kept: string): Folder['settings'] => ({
  variables: [],
  ...(JSON.parse(kept) as Omit<Folder['settings'], 'variables'>),
});

const fromRow = (row: Row): Folder => ({
  id: row.id,
  accountId: row.account_id,
  path: row.path,
  name: row.name,
  settings: settingsOf(row.settings),
  detected: JSON.parse(row.detected ?? 'null') as Folder['detected'],
  link: linkOf(row.link),
  state: JSON.parse(row.state) as Folder['state'],
  watchProblem: null,
  lastStagedAt: row.last_staged_at,
});

const toRow = (folder: Folder): Row => ({
  id: folder.id,
  account_id: folder.accountId,
  path: folder.path,
  name: folder.name,
  settings: JSON.stringify(folder.settings),
  detected: folder.detected && JSON.stringify(folder.detected),
  link: folder.link && JSON.stringify(folder.link),
  state: JSON.stringify(folder.state),
  last_staged_at: folder.lastStagedAt,
});

/** Folders in the order they were added. */
export interface FolderTable {
  all: () => Folder[];
  put: (folder: Folder) => void;
  remove: (id: string) => void;
}

export function folderTable(database: Database): FolderTable {
  const all = database.prepare<[], Row>('select * from folders order by rowid');
  const put = database.prepare<Row>(
    `insert into folders values
       (@id, @account_id, @path, @name, @settings, @detected, @link, @state, @last_staged_at)
     on conflict (id) do update set settings = @settings, detected = @detected, link = @link, state = @state,
       last_staged_at = @last_staged_at`,
  );
  const remove = database.prepare<[string]>('delete from folders where id = ?');
  return {
    all: () => all.all().map(fromRow),
    put: (folder) => void put.run(toRow(folder)),
    remove: (id) => void remove.run(id),
  };
}
