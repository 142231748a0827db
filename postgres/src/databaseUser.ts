import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartError } from './errors.ts';

export interface DatabaseUser {
  uid: number;
  gid: number;
}

const NAME = 'postgres';
const call = promisify(execFile);

async function find(): Promise<DatabaseUser | null> {
  try {
    const [uid, gid] = await Promise.all([call('id', ['-u', NAME]), call('id', ['-g', NAME])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the user `postgres`, created if missing. Null: run as the
 * current user.
 */
export async function databaseUser(): Promise<DatabaseUser | null> {
  if (process.getuid?.() !== 0) return null;
  const existing = await find();
  if (existing) return existing;
  await call('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    NAME,
  ]).catch(() => undefined);
  const made = await find();
  if (made) return made;
  throw new StartError(
    `PostgreSQL does not run as root, and the system user “${NAME}” could not be created: start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Returns the outermost folder on the path to `dir` (inclusive) that `user` cannot enter, or null. */
export async function closedFolder(dir: string, user: DatabaseUser): Promise<string | null> {
  const parent = path.dirname(dir);
  const above = parent === dir ? null : await closedFolder(parent, user);
  if (above !== null) return above;
  const { mode, uid, gid } = await stat(dir);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & enter) === 0 ? dir : null;
}
