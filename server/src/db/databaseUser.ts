import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '../config.ts';

/** The system user PostgreSQL runs as. */
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

/** PostgreSQL refuses to run as root, so root lends it the user `postgres`, made when missing. Null: it runs as we do. */
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
  throw new ConfigError(
    `PostgreSQL does not run as root, and the system user “${NAME}” could not be made: start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The outermost folder on the way to `dir` (itself included) that `user` may not enter, or null. */
export async function closedFolder(dir: string, user: DatabaseUser): Promise<string | null> {
  const parent = path.dirname(dir);
  const above = parent === dir ? null : await closedFolder(parent, user);
  if (above !== null) return above;
  const { mode, uid, gid } = await stat(dir);
  const enter = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001;
  return (mode & enter) === 0 ? dir : null;
}
