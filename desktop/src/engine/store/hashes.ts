import type { CachedHash } from '@stagelink/shared/staging/node/manifest';
import type { Database } from 'better-sqlite3';
import type { HashChanges } from '../work/stageHashes.ts';

/** Hashes of each folder's files, by absolute path. */
export interface HashTable {
  of: (folderId: string) => ReadonlyMap<string, CachedHash>;
  keep: (folderId: string, changes: HashChanges) => void;
}

interface Row {
  file: string;
  size: number;
  mtime_ms: number;
  ctime_ms: number;
  ino: number;
  sha256: string;
  hashed_at: number;
}

export function hashTable(database: Database): HashTable {
  const all = database.prepare<[string], Row>('select * from hashes where folder_id = ?');
  const put = database.prepare<[string, string, number, number, number, number, string, number]>(
    'insert or replace into hashes values (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare<[string, string]>('delete from hashes where folder_id = ? and file = ?');

  return {
    of: (folderId) =>
      new Map(
        all
          .all(folderId)
          .map(({ file, size, ino, sha256, mtime_ms: mtimeMs, ctime_ms: ctimeMs, hashed_at: hashedAt }) => [
            file,
            { size, mtimeMs, ctimeMs, ino, sha256, hashedAt },
          ]),
      ),
    keep: database.transaction((folderId: string, { fresh, stale }: HashChanges) => {
      for (const [file, { size, mtimeMs, ctimeMs, ino, sha256, hashedAt }] of fresh)
        put.run(folderId, file, size, mtimeMs, ctimeMs, ino, sha256, hashedAt);
      for (const file of stale) remove.run(folderId, file);
    }),
  };
}
