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

/** @param {string} what @param {readonly string[]} packages */
export async function aptInstall(what, packages) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await (updated ??= quietly('Updating the package list', 'apt-get', ['update'], { env }));
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  await quietly(what, 'apt-get', install, { env });
}
