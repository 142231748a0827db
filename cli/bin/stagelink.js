#!/usr/bin/env node
// Plain old JavaScript: it must be able to say, on any Node there is, that a newer one is needed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 13];
const url = (path) => new URL(path, import.meta.url);
const here = (path) => fileURLToPath(url(path));
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
/** In the project's own folder, `npm start` puts a Node here that is new enough. */
const beside = here('../../.node/node_modules/.bin/node');

if (isNewEnough) {
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
