import type { Database } from 'better-sqlite3';

/** Commands the user allowed, by fingerprint and folder. */
export interface AgreementTable {
  of: (folderId: string) => ReadonlySet<string>;
  add: (folderId: string, fingerprints: readonly string[]) => void;
}

export function agreementTable(database: Database): AgreementTable {
  const all = database.prepare<[string], { command: string }>(
    'select command from agreements where folder_id = ?',
  );
  const add = database.prepare<[string, string]>('insert or ignore into agreements values (?, ?)');
  return {
    of: (folderId) => new Set(all.all(folderId).map(({ command }) => command)),
    add: database.transaction((folderId: string, fingerprints: readonly string[]) => {
      for (const fingerprint of fingerprints) add.run(folderId, fingerprint);
    }),
  };
}
