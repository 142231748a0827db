import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from './errors.ts';

const BUSY = 5;
const TRY_EVERY_MS = 50;
const GIVE_UP_MS = 60_000;

function tryTo(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive');
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === BUSY) return false;
    throw cause;
  }
}

/**
 * Runs `act` while no other process on this computer does so with the same file. Node has no file locks; SQLite has,
 * and the system releases them even when the process is killed.
 */
export async function withLock<T>(file: string, act: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    const deadline = Date.now() + GIVE_UP_MS;
    while (!tryTo(lock)) {
      if (Date.now() > deadline) {
        throw new StartError(
          `Another process has held ${file} for a minute: stop the other Stagelink server, then start again.`,
        );
      }
      await wait(TRY_EVERY_MS);
    }
    return await act();
  } finally {
    lock.close();
  }
}
