import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { say } from './say.mjs';

const RETRY_MS = 200;

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause && cause.code === 'EPERM';
  }
}

/** @param {string} file @returns {number | null} the process that holds the lock; null when it was just released */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    return false;
  }
}

/**
 * Does something while no other process does anything under the same lock. The lock of a process that was killed is
 * taken over.
 * @template T
 * @param {string} file of the lock, whose folder is created
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function withLock(file, act) {
  mkdirSync(path.dirname(file), { recursive: true });
  let isAnnounced = false;
  while (!take(file)) {
    const holder = holderOf(file);
    // Zero: the file was created and its process has not written yet.
    if (holder && !isRunning(holder)) rmSync(file, { force: true });
    else {
      if (!isAnnounced) say('Another process is installing or building here. Waiting for it …');
      isAnnounced = true;
      await wait(RETRY_MS);
    }
  }
  try {
    return await act();
  } finally {
    rmSync(file, { force: true });
  }
}
