import type { Db } from '../../platform/db/db.ts';

/** Returns the newest version reported by an editor of this account, or null. */
export async function installedVersion(db: Db, userId: string): Promise<string | null> {
  const row: { version: string | null } | undefined = await db('users')
    .where({ id: userId })
    .first({ version: 'editor_version' });
  return row?.version ?? null;
}

/** Stores the version unless a newer one was reported. Versions are numbers separated by dots. */
export async function noteInstalled(db: Db, userId: string, version: string): Promise<void> {
  const parts = (text: string) => `string_to_array(${text}, '.')::int[]`;
  await db('users')
    .where({ id: userId })
    .whereRaw(`(editor_version is null or ${parts('editor_version')} < ${parts('?')})`, [version])
    .update({ editor_version: version });
}
