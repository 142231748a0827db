import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { ROOT, SETUP_LOCK } from './root.mjs';
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

const QUIET = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

/** @param {string[]} args of npm */
const npm = (...args) => quietly('Installing packages', 'npm', [...args, ...QUIET], { cwd: ROOT });

/** @param {unknown} cause */
async function retryInstall(cause) {
  const reason = String(cause);
  // The descriptions that this computer keeps are older than a version in the lockfile.
  if (reason.includes('ETARGET')) return npm('ci');
  // npm ci rejects a lockfile without the optional packages of other platforms, which are not needed
  // here.
  if (reason.includes('EUSAGE')) return npm('install', '--no-save');
  throw cause;
}

/** Installs what the lockfile says, when it changed. Of two processes that start at once, one installs. */
export const installPackages = () => withLock(SETUP_LOCK, installChangedPackages);

async function installChangedPackages() {
  const stamp = createHash('sha256')
    .update(read(path.join(ROOT, 'package-lock.json')))
    .update(`${process.platform} ${process.arch} ${process.versions.modules}`)
    .digest('hex');
  if (read(STAMP) === stamp) return;
  // Asking whether each kept description has changed costs more than a thousand requests.
  await npm('ci', '--prefer-offline').catch(retryInstall);
  mkdirSync(path.dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
}
