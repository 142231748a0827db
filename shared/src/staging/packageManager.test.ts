import { cpSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { buildEnvironment } from './environment.ts';
import { findPackageManager } from './packageManager.ts';
import { nodeSend } from './send.ts';
import { stage } from './stage.ts';
import { realSurroundings } from './surroundings.ts';
import { folderWith } from './testing/folders.ts';
import { stagingServer } from './testing/stagingServer.ts';

// Real package managers install real dependencies here.
vi.setConfig({ testTimeout: 180_000 });

const PROTOTYPES = fileURLToPath(new URL('../../../tests/prototypes/', import.meta.url));
const PATH = buildEnvironment(process.env).PATH ?? '';
const LOCKS = { pnpm: 'pnpm-lock.yaml', yarn: 'yarn.lock', npm: 'package-lock.json' };

describe('the package manager', () => {
  test.for([
    [{ 'package-lock.json': '{}' }, 'npm', 'npm'],
    [{ 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, 'pnpm', 'pnpm'],
    [{ 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn', 'yarn'],
    [{ 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn', 'yarn@berry'],
    [{ 'package.json': '{"packageManager":"pnpm@9.1.0"}' }, 'pnpm', 'pnpm'],
    [{ 'index.html': '' }, 'npm', 'npm'],
  ] as const)('of %j is %s', async ([files, name, agent]) => {
    expect(await findPackageManager(folderWith(files), PATH)).toMatchObject({ name, agent });
  });

  test('is found above a package of a workspace', async () => {
    const root = folderWith({
      'package.json': '{"workspaces":["apps/*"]}',
      'yarn.lock': '# yarn lockfile v1\n',
      'apps/shop/package.json': '{}',
    });
    expect(await findPackageManager(path.join(root, 'apps/shop'), PATH)).toMatchObject({
      name: 'yarn',
      root,
    });
  });

  test('is not that of a folder above which does not name the project', async () => {
    const home = folderWith({ 'pnpm-lock.yaml': '', 'package.json': '{}', 'dev/proj/package.json': '{}' });
    const project = path.join(home, 'dev/proj');
    expect(await findPackageManager(project, PATH)).toMatchObject({
      name: 'npm',
      root: project,
      lockfile: null,
    });
  });

  test('that is not installed is run through npx, in a version that reads the lockfile', async () => {
    const bin = folderWith({});
    cpSync('/bin/true', path.join(bin, 'npx'));
    const start = async (lock: string, content: string): Promise<readonly string[]> =>
      (await findPackageManager(folderWith({ [lock]: content }), bin)).start;
    expect(await start('pnpm-lock.yaml', "lockfileVersion: '6.0'\n")).toEqual(['npx', '--yes', 'pnpm@8']);
    expect(await start('pnpm-lock.yaml', "lockfileVersion: '9.0'\n")).toEqual(['npx', '--yes', 'pnpm@10']);
    expect(await start('yarn.lock', '# yarn lockfile v1\n')).toEqual(['npx', '--yes', 'yarn@1']);
  });

  test('that can neither be found nor fetched is named, with what to do', async () => {
    await expect(findPackageManager(folderWith({ 'bun.lock': '' }), PATH)).rejects.toMatchObject({
      code: 'package_manager_missing',
      message: 'This project is built with bun, which is not installed here.',
    });
  });
});

test.for([
  ['vite-react', 'npm'],
  ['vue', 'pnpm'],
  ['svelte', 'yarn'],
] as const)('the %s prototype is installed and built with %s, and published', async ([name, manager]) => {
  const server = await stagingServer();
  const folder = folderWith({});
  cpSync(path.join(PROTOTYPES, name), folder, {
    recursive: true,
    filter: (file) => !/node_modules|dist$/.test(path.relative(PROTOTYPES, file)),
  });
  const lock = readFileSync(path.join(folder, LOCKS[manager]), 'utf8');
  const ran: string[] = [];
  const events = stage({
    folder,
    about: {},
    client: 'cli',
    send: nodeSend({ server: server.url }),
    surroundings: realSurroundings,
    consent: () => true,
    environment: process.env,
  });
  for await (const event of events) {
    if (event.type === 'detected') ran.push(event.framework ?? '', event.packageManager ?? '');
    if (event.type === 'build_finished') ran.push(event.step);
  }
  expect(ran).toEqual(['Vite', manager, 'install', 'build']);
  const [published] = server.snapshots.values();
  expect(published?.get('index.html')?.toString()).toMatch(/src="\/assets\/index-[\w-]+\.js"/);
  expect(readFileSync(path.join(folder, LOCKS[manager]), 'utf8')).toBe(lock);
});
