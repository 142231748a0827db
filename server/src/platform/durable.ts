import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A file name is durable only once its folder is synced. */
export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

const hasCode = (cause: unknown, codes: Set<string>) =>
  cause instanceof Error && 'code' in cause && codes.has(String(cause.code));

/** Renames `temporary` to `file` unless `file` exists. On disks without hard links it may replace an existing file. */
async function publish(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (cause) {
    if (hasCode(cause, NO_LINKS)) await rename(temporary, file);
    else if (!hasCode(cause, new Set(['EEXIST']))) throw cause;
  }
}

/**
 * Writes a small new file, readable by this user only, complete and synced before it gets its name. Keeps a file that
 * another process created meanwhile.
 */
export async function createFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  try {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await publish(temporary, file);
    await syncFolder(path.dirname(file));
  } finally {
    await rm(temporary, { force: true });
  }
}
