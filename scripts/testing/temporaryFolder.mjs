import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** The databases of all tests that run at once, with room to spare. */
const NEEDED_BYTES = 4 * 1024 ** 3;
const PREFIX = 'stagelink-tests-';

/**
 * Tests create and delete databases of hundreds of files, which takes a disk's file system a fifth of the processor time
 * of the server's tests.
 * @param {string} mounts the system's list of mounted file systems, as in `/proc/mounts`
 * @param {number} freeBytes of the file system in memory
 * @returns {boolean} whether temporary files of tests, programs among them, can be kept in memory
 */
export function fitsInMemory(mounts, freeBytes) {
  const [, , type, options = ''] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder]) => folder === MEMORY) ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec') && freeBytes >= NEEDED_BYTES;
}

function hasRoomInMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return fitsInMemory(readFileSync('/proc/mounts', 'utf8'), bavail * bsize);
  } catch {
    return false; // not on Linux
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (cause) {
    return /** @type {NodeJS.ErrnoException} */ (cause).code === 'EPERM';
  }
}

/**
 * Creates the folder of a test run's temporary files and removes those of runs that were killed.
 * @param {string} parent
 * @returns {{ folder: string, remove: () => void }}
 */
export function createTemporaryFolder(parent) {
  const left = readdirSync(parent).filter((name) => name.startsWith(PREFIX));
  for (const name of left.filter((found) => !isRunning(Number.parseInt(found.slice(PREFIX.length))))) {
    const folder = path.join(parent, name);
    const isOwn = statSync(folder).uid === process.getuid?.();
    if (isOwn) rmSync(folder, { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711); // as root the database runs as another user
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Lets this process and those it starts keep temporary files in memory while `act` runs, where there is room.
 * @template T
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function withFastTemporaryFiles(act) {
  if (!hasRoomInMemory()) return act();
  const { folder, remove } = createTemporaryFolder(MEMORY);
  process.env['TMPDIR'] = folder;
  try {
    return await act();
  } finally {
    remove();
  }
}
