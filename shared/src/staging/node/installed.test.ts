import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled, needsPackages, rememberInstalled } from './installed.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

const json = (value: object): string => JSON.stringify(value);
const WANTS = { 'package.json': json({ dependencies: { dep: '^1.0.0' } }) };
const DEP = { 'node_modules/dep/package.json': '{}' };
const npmLock = (version: string, more: object = {}): string =>
  json({
    lockfileVersion: 3,
    packages: { '': { dependencies: { dep: '^1.0.0' } }, 'node_modules/dep': { version }, ...more },
  });

const NPM = { name: 'npm', lock: 'package-lock.json' } as const;
const PNPM = { name: 'pnpm', lock: 'pnpm-lock.yaml' } as const;
const BERRY = { name: 'yarn', lock: 'yarn.lock' } as const;
const BUN = { name: 'bun', lock: 'bun.lock' } as const;
type Kind = typeof NPM | typeof PNPM | typeof BERRY | typeof BUN;

const managerIn = (root: string, { name, lock }: Kind, packages: string[] = []) => ({
  name,
  root,
  packages: packages.map((place) => path.join(root, place)),
  lockfile: path.join(root, lock),
});
const isReady = (folder: string, kind: Kind): boolean => isInstalled(folder, managerIn(folder, kind));
const setTime = (folder: string, name: string, seconds: number): void =>
  utimesSync(path.join(folder, name), seconds, seconds);

test.for<[string, Kind, Record<string, string>, boolean]>([
  ['what npm has installed', NPM, { 'node_modules/.package-lock.json': npmLock('1.0.0') }, true],
  [
    'another version than npm has installed',
    NPM,
    { 'node_modules/.package-lock.json': npmLock('1.0.1') },
    false,
  ],
  ['an npm install that was cut off', NPM, {}, false],
  ['nothing but a build tool’s cache', NPM, { 'node_modules/.vite/x': '' }, false],
  ['what pnpm has installed', PNPM, { 'node_modules/.modules.yaml': '' }, true],
  ['what Yarn has installed', BERRY, { 'node_modules/.yarn-state.yml': '' }, true],
  ['what Yarn 1 has installed', BERRY, { 'node_modules/.yarn-integrity': '' }, true],
  ['what Yarn has installed without folders', BERRY, { '.pnp.cjs': '' }, true],
  ['a pnpm install that was cut off', PNPM, {}, false],
])('%s: %o', ([, kind, files, expected]) => {
  const folder = folderWith({ ...WANTS, [kind.lock]: npmLock('1.0.0'), ...DEP, ...files });
  for (const name of Object.keys(files)) setTime(folder, name, 2_000_000_000);
  expect(isReady(folder, kind)).toBe(expected);
});

test('a dependency whose folder is missing is not installed', () => {
  const folder = folderWith({ ...WANTS, 'pnpm-lock.yaml': '', 'node_modules/.modules.yaml': '' });
  setTime(folder, 'node_modules/.modules.yaml', 2_000_000_000);
  expect(isReady(folder, PNPM)).toBe(false);
});

test('an optional package of another platform may be missing', () => {
  const lock = npmLock('1.0.0', { 'node_modules/dep-darwin': { version: '1.0.0', optional: true } });
  const folder = folderWith({
    ...WANTS,
    ...DEP,
    'package-lock.json': lock,
    'node_modules/.package-lock.json': npmLock('1.0.0'),
  });
  expect(isReady(folder, NPM)).toBe(true);
});

test.for([PNPM, BERRY, BUN])('a lockfile written after $name has installed is installed again', (kind) => {
  const record =
    kind === BUN
      ? 'node_modules'
      : kind === PNPM
        ? 'node_modules/.modules.yaml'
        : 'node_modules/.yarn-state.yml';
  const folder = folderWith({
    ...WANTS,
    ...DEP,
    [kind.lock]: 'a',
    ...(kind === BUN ? {} : { [record]: '' }),
  });
  setTime(folder, record, 1_000_000_000);
  setTime(folder, kind.lock, 999_999_999);
  expect(isReady(folder, kind)).toBe(true);
  setTime(folder, kind.lock, 1_000_000_001);
  expect(isReady(folder, kind)).toBe(false);
});

test('an install of ours counts for the lockfile it was made for, until another program installs', () => {
  const folder = folderWith({ ...WANTS, ...DEP, 'pnpm-lock.yaml': 'a', 'node_modules/.modules.yaml': '' });
  setTime(folder, 'node_modules/.modules.yaml', 1_000_000_000);
  rememberInstalled(folder, managerIn(folder, PNPM));
  expect(isReady(folder, PNPM)).toBe(true);

  writeFiles(folder, { 'pnpm-lock.yaml': 'b' });
  expect(isReady(folder, PNPM)).toBe(false);

  writeFiles(folder, { 'pnpm-lock.yaml': 'a' });
  setTime(folder, 'node_modules/.modules.yaml', 1_000_000_007);
  expect(isReady(folder, PNPM)).toBe(false);
});

test('a workspace is not installed when one of its packages misses a dependency', () => {
  const root = folderWith({
    'package.json': json({ workspaces: ['apps/*'] }),
    'apps/web/package.json': json({ dependencies: { dep: '1' } }),
    'apps/docs/package.json': '{}',
    'yarn.lock': '',
    'node_modules/.yarn-integrity': '',
  });
  const manager = managerIn(root, BERRY, ['apps/docs', 'apps/web']);
  rememberInstalled(root, manager);
  expect(isInstalled(root, manager)).toBe(false);
  expect(isInstalled(path.join(root, 'apps/docs'), manager)).toBe(true);
  writeFiles(root, DEP);
  expect(isInstalled(root, manager)).toBe(true);
  writeFiles(root, { 'apps/docs/package.json': json({ dependencies: { other: '1' } }) });
  expect(isInstalled(root, manager)).toBe(false);
});

test('nothing is remembered where nothing was installed', () => {
  const folder = folderWith({ ...WANTS, 'pnpm-lock.yaml': 'a' });
  rememberInstalled(folder, managerIn(folder, PNPM));
  expect(isReady(folder, PNPM)).toBe(false);
});

test.for([
  [{ 'package.json': '{}' }, false],
  [{ 'package.json': json({ dependencies: {} }) }, false],
  [{ 'package.json': json({ devDependencies: { vite: '8' } }) }, true],
  [{ 'package.json': json({ workspaces: ['apps/*'] }) }, true],
  [{ 'package.json': '{}', 'pnpm-workspace.yaml': 'packages: [apps/*]' }, true],
] as const)('whether %j needs an install: %s', ([files, expected]) => {
  const folder = folderWith(files);
  expect(needsPackages(folder, folder)).toBe(expected);
});
