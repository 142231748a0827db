import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.mjs';
import { quietly } from './say.mjs';

/** VS Code 1.139 as a server, so that a story can drive it with a browser. */
const VERSION = '4.139.1';
const FOLDER = path.join(ROOT, '.editor');
const STAMP = path.join(FOLDER, 'installed');

/** @param {string} what @param {string} folder @param {string[]} packages */
function install(what, folder, packages = []) {
  // Its install scripts compile native parts that the stories do not need.
  const flags = [
    '--no-save',
    '--ignore-scripts',
    '--omit=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  return quietly(what, 'npm', ['install', ...flags, ...packages], { cwd: folder });
}

/** Installs the editor of the stories once, next to the project. */
export async function installCodeServer() {
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === VERSION) return;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  writeFileSync(path.join(FOLDER, 'package.json'), '{ "private": true }\n');
  await install('Downloading an editor for the stories', FOLDER, [`code-server@${VERSION}`]);
  const parts = path.join(FOLDER, 'node_modules/code-server/lib/vscode');
  await install('Downloading the parts of the editor', parts);
  writeFileSync(STAMP, VERSION);
}
