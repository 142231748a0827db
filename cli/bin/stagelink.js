#!/usr/bin/env node
// Plain old JavaScript: it must be able to say, on any Node there is, that a newer one is needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 13];
const url = (path) => new URL(path, import.meta.url);
const here = (path) => fileURLToPath(url(path));
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
/** In the project's own folder, `npm start` puts a Node here that is new enough. */
const beside = here('../../.node/node_modules/.bin/node');

/** A folder of the user alone: it decides what is run. */
function cacheFolder() {
  if (process.platform === 'darwin') return path.join(os.homedir(), 'Library/Caches/stagelink');
  if (process.platform === 'win32')
    return path.join(process.env.LOCALAPPDATA || path.join(os.homedir(), 'AppData/Local'), 'stagelink/Cache');
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'stagelink');
}

if (isNewEnough) {
  module.enableCompileCache(path.join(cacheFolder(), 'compiled'));
  // import() takes URLs: a path fails on Windows, and in folders whose names hold “#”, “?” or “%”.
  const bundle = url('../dist/stagelink.js');
  await import(existsSync(bundle) ? bundle.href : url('../src/main.ts').href);
} else if (existsSync(beside)) {
  process.exitCode =
    spawnSync(beside, [here('./stagelink.js'), ...process.argv.slice(2)], { stdio: 'inherit' }).status ?? 1;
} else {
  process.stderr.write(
    `stagelink needs Node.js ${NEEDED.join('.')} or newer; this is ${process.versions.node}.\nInstall a newer one from https://nodejs.org, then try again.\n`,
  );
  process.exitCode = 1;
}
