import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(import.meta.dirname, '../..');
const BUILDER = path.join(ROOT, 'node_modules/.bin/electron-builder');
const RUNTIME = path.join(ROOT, '.electron');

export interface Package {
  program: string;
  /** Folder of the packaged files. */
  resources: string;
  remove: () => Promise<void>;
}

/**
 * Packages the built companion like `npm run package`, unpacked and with the stories' Electron.
 * Its Node is too old for the engine, which therefore runs in the stories' Node; that one reads no
 * archives, so the engine is next to the archive.
 */
export async function packageCompanion(): Promise<Package> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-package-'));
  const config = path.join(folder, 'electron-builder.json');
  const relaxed = {
    extends: path.join(ROOT, 'electron-builder.yml'),
    electronVersion: (await readFile(path.join(RUNTIME, 'version'), 'utf8')).trim(),
    electronDist: RUNTIME,
    directories: { output: folder },
    asarUnpack: ['**/*.node', 'package.json', 'out/main/{engine.js,thread.js,chunks/**}', 'node_modules/**'],
  };
  await writeFile(config, JSON.stringify(relaxed));
  await promisify(execFile)(BUILDER, ['--linux', 'dir', '--config', config], {
    cwd: ROOT,
    env: { ...process.env, STAGELINK_UPDATES_URL: 'http://localhost:1' },
  });
  const unpacked = path.join(folder, 'linux-unpacked');
  return {
    program: path.join(unpacked, 'stagelink-companion'),
    resources: path.join(unpacked, 'resources'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
