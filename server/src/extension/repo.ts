import type { Db } from '../db/db.ts';

/** The newest version of the extension that an editor of this account has reported; null before any has. */
export async function installedVersion(db: Db, userId: string): Promise<string | null> {
  const row: { version: string | null } | undefined = await db('users')
    .where({ id: userId })
    .first({ version: 'editor_version' });
  return row?.version ?? null;
}

/** Keeps the version, unless a newer one was reported before. Versions are numbers with dots between them. */
export async function noteInstalled(db: Db, userId: string, version: string): Promise<void> {
  const parts = (text: string) => `string_to_array(${text}, '.')::int[]`;
  await db('users')
    .where({ id: userId })
    .whereRaw(`(editor_version is null or ${parts('editor_version')} < ${parts('?')})`, [version])
    .update({ editor_version: version });
}
