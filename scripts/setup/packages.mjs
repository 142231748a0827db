import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';
import { quietly } from './say.mjs';

const STAMP = path.join(ROOT, 'node_modules/.cache/stagelink/packages');

/** @param {string} file */
const read = (file) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
};

/** Installs what the lockfile says, when it changed. */
export async function installPackages() {
  const stamp = createHash('sha256')
    .update(read(path.join(ROOT, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');
  if (read(STAMP) === stamp) return;
  const quiet = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await quietly('Installing packages', 'npm', ['ci', ...quiet], { cwd: ROOT }).catch((cause) => {
    // npm ci rejects a lockfile without the optional packages of other platforms, which are not needed
    // here.
    if (!String(cause).includes('EUSAGE')) throw cause;
    return quietly('Installing packages', 'npm', ['install', '--no-save', ...quiet], { cwd: ROOT });
  });
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
}
