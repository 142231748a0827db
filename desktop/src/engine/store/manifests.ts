import type { Database } from 'better-sqlite3';

/** Path → SHA-256. */
export type Manifest = ReadonlyMap<string, string>;

/** Files of each folder's snapshot, as far as they were staged from here. */
export interface ManifestTable {
  /** Returns null when the folder was never staged to that snapshot. */
  of: (folderId: string, snapshotId: string) => Manifest | null;
  put: (folderId: string, snapshotId: string, manifest: Manifest) => void;
}

export function manifestTable(database: Database): ManifestTable {
  const one = database.prepare<[string, string], { files: string }>(
    'select files from manifests where folder_id = ? and snapshot_id = ?',
  );
  const put = database.prepare<[string, string, string]>('insert or replace into manifests values (?, ?, ?)');
  return {
    of(folderId, snapshotId) {
      const row = one.get(folderId, snapshotId);
      return row ? new Map(JSON.parse(row.files) as [string, string][]) : null;
    },
    put: (folderId, snapshotId, manifest) =>
      void put.run(folderId, snapshotId, JSON.stringify([...manifest])),
  };
}
