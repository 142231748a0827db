import { randomUUID } from 'node:crypto';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A file's name is durable only when its folder is. */
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

/** Gives `temporary` the name `file` unless that name is taken; where a disk has no links, whatever is there. */
async function publish(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (cause) {
    if (hasCode(cause, NO_LINKS)) await rename(temporary, file);
    else if (!hasCode(cause, new Set(['EEXIST']))) throw cause;
  }
}

/**
 * Writes a small file that did not exist, for this user only. It is whole and on the disk as soon as it has its name.
 * One that another process has made meanwhile stays.
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
