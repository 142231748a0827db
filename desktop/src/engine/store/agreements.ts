import type { Database } from 'better-sqlite3';

/** What a person agreed to have run, by the fingerprints of its commands, each for one folder only. */
export interface AgreementTable {
  covers: (folderId: string, fingerprints: readonly string[]) => boolean;
  add: (folderId: string, fingerprints: readonly string[]) => void;
}

export function agreementTable(database: Database): AgreementTable {
  const has = database.prepare<[string, string]>(
    'select 1 from agreements where folder_id = ? and command = ?',
  );
  const add = database.prepare<[string, string]>('insert or ignore into agreements values (?, ?)');
  return {
    covers: (folderId, fingerprints) =>
      fingerprints.every((fingerprint) => has.get(folderId, fingerprint) !== undefined),
    add: database.transaction((folderId: string, fingerprints: readonly string[]) => {
      for (const fingerprint of fingerprints) add.run(folderId, fingerprint);
    }),
  };
}
