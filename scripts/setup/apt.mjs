import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { quietly } from './say.mjs';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} name
 * @param {string} [folders] as in PATH, which is the default
 * @returns {string | undefined} path of this program
 */
export const findProgram = (name, folders = process.env['PATH'] ?? '') =>
  folders
    .split(path.delimiter)
    .map((folder) => path.join(folder, name))
    .find(isExecutable);

/** Only root on Debian installs packages; all others are shown what to install. */
export const mayInstall = () => process.getuid?.() === 0 && isExecutable('/usr/bin/apt-get');

/** @type {Promise<string> | undefined} */
let updated;
/** The last installation: two at once would fight over the lock of apt. */
let last = Promise.resolve();

/** @param {string} what @param {readonly string[]} packages */
async function install(what, packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await (updated ??= quietly('Updating the package list', 'apt-get', ['update'], { env }));
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  await quietly(what, 'apt-get', args, { env });
}

/** @param {string} what @param {readonly string[]} packages */
export function aptInstall(what, packages) {
  const installed = last.then(() => install(what, packages));
  last = installed.catch(() => undefined);
  return installed;
}
