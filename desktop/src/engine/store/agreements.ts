import type { Database } from 'better-sqlite3';

/** The commands somebody agreed to, each for one folder only. */
export interface AgreementTable {
  covers: (folderId: string, commands: readonly string[]) => boolean;
  add: (folderId: string, commands: readonly string[]) => void;
}

export function agreementTable(database: Database): AgreementTable {
  const has = database.prepare<[string, string]>(
    'select 1 from agreements where folder_id = ? and command = ?',
  );
  const add = database.prepare<[string, string]>('insert or ignore into agreements values (?, ?)');
  return {
    covers: (folderId, commands) => commands.every((command) => has.get(folderId, command) !== undefined),
    add: database.transaction((folderId: string, commands: readonly string[]) => {
      for (const command of commands) add.run(folderId, command);
    }),
  };
}
