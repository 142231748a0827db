import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Db } from '../../platform/db/db.ts';
import * as versions from '../versions/repo.ts';
import { totalBytes } from './manifest.ts';

const byPath = (files: readonly ManifestFile[]): Map<string, string> =>
  new Map(files.map(({ path, sha256 }) => [path, sha256]));

/** Returns the number of a snapshot's newest version when it has exactly these files, otherwise null. */
export async function findUnchanged(
  db: Db,
  { id, lastVersion }: { id: string; lastVersion: number },
  files: readonly ManifestFile[],
): Promise<number | null> {
  const newest = await versions.find(db, id, lastVersion);
  if (newest?.fileCount !== files.length || newest.totalBytes !== totalBytes([...files])) return null;
  const before = byPath(await versions.filesOf(db, newest));
  return files.every(({ path, sha256 }) => before.get(path) === sha256) ? lastVersion : null;
}
