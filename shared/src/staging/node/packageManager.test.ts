import { chmodSync, cpSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { buildEnvironment } from './environment.ts';
import { findPackageManager } from './packageManager.ts';
import { nodeSend } from './nodeTransport.ts';
import { stage } from './stage.ts';
import { systemRuntime } from './runtime.ts';
import { folderWith } from './testing/folders.ts';
import { stagingServer } from './testing/stagingServer.ts';

// Real package managers install real dependencies here.
vi.setConfig({ testTimeout: 180_000 });

const PROTOTYPES = fileURLToPath(new URL('../../../../tests/prototypes/', import.meta.url));
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

  const YARN = (version: string): Record<string, string> => ({
    'package.json': `{"packageManager":"yarn@${version}"}`,
  });
  const BERRY = (format: number): Record<string, string> => ({
    'yarn.lock': `__metadata:\n  version: ${format}\n`,
  });

  test.for([
    [{ 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" }, ['pnpm@8']],
    [{ 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, ['pnpm@10']],
    [{ 'package.json': '{"packageManager":"pnpm@9.1.0"}' }, ['pnpm@9.1.0']],
    [{ 'yarn.lock': '# yarn lockfile v1\n' }, ['yarn@1']],
    [BERRY(8), ['--package', '@yarnpkg/cli-dist@4', 'yarn']],
    [BERRY(6), ['--package', '@yarnpkg/cli-dist@3', 'yarn']],
    [YARN('3.6.1'), ['--package', '@yarnpkg/cli-dist@3.6.1', 'yarn']],
    [{ ...YARN('3.6.1+sha224.abc'), ...BERRY(6) }, ['--package', '@yarnpkg/cli-dist@3.6.1', 'yarn']],
    [{ 'bun.lock': '' }, ['bun@latest']],
    [{ 'package.json': '{"packageManager":"bun@1.2.3"}' }, ['bun@1.2.3']],
  ] as const)('that is not installed is run through npx in a version that fits: %j', async ([files, own]) => {
    const bin = folderWith({});
    cpSync('/bin/true', path.join(bin, 'npx'));
    expect((await findPackageManager(folderWith(files), bin)).start).toEqual(['npx', '--yes', ...own]);
  });

  test.for([
    ['yarn', '1.22.22', YARN('4.1.0'), false],
    ['yarn', '1.22.22', { ...YARN('4.1.0'), '.yarnrc.yml': 'yarnPath: .yarn/releases/yarn.cjs\n' }, true],
    ['yarn', '1.22.22', BERRY(8), false],
    ['yarn', '1.22.22', { 'yarn.lock': '# yarn lockfile v1\n' }, true],
    ['yarn', '4.9.0', { 'yarn.lock': '# yarn lockfile v1\n' }, false],
    ['pnpm', '8.0.0', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, false],
    ['pnpm', '11.0.0', { 'pnpm-lock.yaml': "lockfileVersion: '9.0'\n" }, true],
    ['pnpm', '10.1.0', { 'package.json': '{"packageManager":"pnpm@9.1.0"}' }, true],
    ['pnpm', '8.0.0', { 'package.json': '{"packageManager":"pnpm@9.1.0"}' }, false],
  ] as const)('%s %s that is installed builds %j: %s', async ([name, version, files, isUsed]) => {
    const bin = folderWith({
      'lib/package.json': JSON.stringify({ name, version }),
      [`lib/bin/${name}.js`]: '',
    });
    cpSync('/bin/true', path.join(bin, 'npx'));
    chmodSync(path.join(bin, `lib/bin/${name}.js`), 0o755);
    symlinkSync(`lib/bin/${name}.js`, path.join(bin, name));
    const { start } = await findPackageManager(folderWith(files), bin);
    expect(start[0]).toBe(isUsed ? name : 'npx');
  });

  test('of a workspace of pnpm without a lockfile has none', async () => {
    const root = folderWith({ 'pnpm-workspace.yaml': 'packages: [apps/*]', 'apps/shop/package.json': '{}' });
    expect(await findPackageManager(path.join(root, 'apps/shop'), PATH)).toMatchObject({
      name: 'pnpm',
      root,
      lockfile: null,
    });
  });

  test('that can neither be found nor fetched is named, with what to do', async () => {
    await expect(findPackageManager(folderWith({ 'bun.lock': '' }), folderWith({}))).rejects.toMatchObject({
      code: 'package_manager_missing',
      message: 'This project is built with bun, which is not installed.',
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
    runtime: systemRuntime,
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
