import type { Database } from 'better-sqlite3';

/** Git branch of each folder's last build by the user. */
export interface BuiltBranchTable {
  of: (folderId: string) => string | null;
  put: (folderId: string, branch: string) => void;
}

export function builtBranchTable(database: Database): BuiltBranchTable {
  const one = database.prepare<[string], { branch: string }>(
    'select branch from built_branches where folder_id = ?',
  );
  const put = database.prepare<[string, string]>('insert or replace into built_branches values (?, ?)');
  return {
    of: (folderId) => one.get(folderId)?.branch ?? null,
    put: (folderId, branch) => void put.run(folderId, branch),
  };
}
