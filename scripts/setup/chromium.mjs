import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { quietly, Refusal } from './say.mjs';

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function find() {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (isExecutable(given)) return given;
    throw new Refusal(`CHROMIUM_PATH is ${given}, which cannot be run.`);
  }
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ].find(isExecutable);
}

/** The browser the stories run in, installed when it is missing and we may. */
export async function findChromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() !== 0 || !isExecutable('/usr/bin/apt-get')) {
    throw new Refusal(
      'There is no Chromium for the stories: install one (on Debian: sudo apt-get install chromium), or name it in CHROMIUM_PATH.',
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await quietly('Reading the list of packages', 'apt-get', ['update'], { env });
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  await quietly('Installing Chromium', 'apt-get', install, { env });
  const installed = find();
  if (!installed) throw new Refusal('Chromium was installed but cannot be found.');
  return installed;
}
