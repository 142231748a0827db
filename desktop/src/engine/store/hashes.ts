import type { CachedHash, HashCache } from '@stagelink/shared/staging/manifest';
import type { Database } from 'better-sqlite3';

/** What was hashed of one folder, for one stage. */
export interface FolderHashes extends HashCache {
  /** Writes what is new, and forgets the files nobody asked for: they are gone. */
  keep: () => void;
}

export interface HashTable {
  of: (folderId: string) => FolderHashes;
}

interface Row {
  file: string;
  size: number;
  mtime_ms: number;
  sha256: string;
  hashed_at: number;
}

export function hashTable(database: Database): HashTable {
  const all = database.prepare<[string], Row>('select * from hashes where folder_id = ?');
  const put = database.prepare<[string, string, number, number, string, number]>(
    'insert or replace into hashes values (?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare<[string, string]>('delete from hashes where folder_id = ? and file = ?');
  const write = database.transaction((folderId: string, fresh: Map<string, CachedHash>, stale: string[]) => {
    for (const [file, { size, mtimeMs, sha256, hashedAt }] of fresh)
      put.run(folderId, file, size, mtimeMs, sha256, hashedAt);
    for (const file of stale) remove.run(folderId, file);
  });

  return {
    of(folderId) {
      const known = new Map(
        all.all(folderId).map(({ file, size, mtime_ms: mtimeMs, sha256, hashed_at: hashedAt }) => {
          return [file, { size, mtimeMs, sha256, hashedAt }];
        }),
      );
      const fresh = new Map<string, CachedHash>();
      const asked = new Set<string>();
      return {
        get(file) {
          asked.add(file);
          return fresh.get(file) ?? known.get(file);
        },
        set: (file, entry) => void fresh.set(file, entry),
        keep() {
          const stale = [...known.keys()].filter((file) => !asked.has(file));
          write(folderId, fresh, stale);
        },
      };
    },
  };
}
