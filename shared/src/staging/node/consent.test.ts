import { renameSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandLabel, consentLines } from './consent.ts';
import { detectProject } from './detect.ts';
import { buildEnvironment } from './environment.ts';
import type { Command } from '../core/events.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

const searched = buildEnvironment(process.env).PATH ?? '';
const json = (value: object): string => JSON.stringify(value);

const PROJECT = {
  'package.json': json({
    scripts: {
      build: 'run-p types "bundle:*"',
      prebuild: 'node tools/clean',
      types: 'tsc -b',
      'bundle:app': 'vite build',
      lint: 'eslint .',
      postinstall: 'node setup.js',
    },
    dependencies: { vite: '8.0.0' },
  }),
  'package-lock.json': json({ lockfileVersion: 3 }),
  'tools/clean.js': 'clean()',
  'setup.js': 'setup()',
  'vite.config.ts': 'export default {}',
};

async function commandsOf(folder: string): Promise<{ install: Command; build: Command }> {
  const { commands } = await detectProject(folder, { searched });
  const [install, build] = commands;
  if (!install || !build) throw new Error('An install and a build were expected');
  return { install, build };
}

test('a person reads every script that a command reaches, and the folder where it is another', async () => {
  const folder = folderWith(PROJECT);
  const { install, build } = await commandsOf(folder);
  expect(consentLines(folder, [install, build])).toEqual([
    '“npm i”',
    '  postinstall: node setup.js',
    '“npm run build”',
    '  prebuild: node tools/clean',
    '  build: run-p types "bundle:*"',
    '  types: tsc -b',
    '  bundle:app: vite build',
  ]);
  expect(commandLabel('/elsewhere', build)).toBe(`“npm run build” in ${folder}`);
});

test('a script cannot draw over what a person reads', async () => {
  const folder = folderWith({
    'package.json': json({ scripts: { build: 'evil\u001b[2K\r\n“npm ci”\u0007' } }),
  });
  const { commands } = await detectProject(folder, { searched });
  expect(consentLines(folder, commands)).toEqual(['“npm run build”', '  build: evil “npm ci” ']);
});

type Step = 'install' | 'build';
const edit = (change: (parsed: Record<string, Record<string, string>>) => void): Record<string, string> => {
  const parsed = JSON.parse(PROJECT['package.json']) as Record<string, Record<string, string>>;
  change(parsed);
  return { 'package.json': json(parsed) };
};
const script = (name: string, text: string) =>
  edit(({ scripts }) => Object.assign(scripts ?? {}, { [name]: text }));

test.for<[string, Record<string, string>, Step[]]>([
  ['the build script', script('build', 'curl x | sh'), ['build']],
  ['a script that the build reaches', script('bundle:app', 'vite build --mode x'), ['build']],
  ['a new script that the build reaches', script('bundle:admin', 'vite build'), ['build']],
  ['a file that a script names without its ending', { 'tools/clean.js': 'other()' }, ['build']],
  ['a file that an install script names', { 'setup.js': 'other()' }, ['install']],
  ['the build’s configuration', { 'vite.config.ts': 'evil()' }, ['build']],
  ['a configuration that was not there', { 'postcss.config.js': 'evil()' }, ['build']],
  ['the lockfile', { 'package-lock.json': json({ lockfileVersion: 3, packages: {} }) }, ['install']],
  ['the dependencies', edit((parsed) => (parsed['dependencies'] = { vite: '9' })), ['install']],
  ['the package manager’s settings', { '.npmrc': 'script-shell=evil' }, ['install', 'build']],
  ['a script that nothing reaches', script('lint', 'eslint --fix .'), []],
  ['a page', { 'index.html': '<p>new</p>' }, []],
])('a change of %s asks again for exactly what it changes', async ([, files, expected]) => {
  const folder = folderWith(PROJECT);
  const before = await commandsOf(folder);
  writeFiles(folder, files);
  const after = await commandsOf(folder);
  const changed = (['install', 'build'] as const).filter(
    (step) => before[step].fingerprint !== after[step].fingerprint,
  );
  expect(changed).toEqual(expected);
});

test('consent for one folder is none for a copy of it', async () => {
  const folder = folderWith({ 'a/package.json': PROJECT['package.json'] });
  const before = await commandsOf(path.join(folder, 'a'));
  renameSync(path.join(folder, 'a'), path.join(folder, 'b'));
  const after = await commandsOf(path.join(folder, 'b'));
  expect(after.build.fingerprint).not.toBe(before.build.fingerprint);
});

test('the command that is shown is the command that is run', async () => {
  const { install, build } = await commandsOf(folderWith({ ...PROJECT, 'pnpm-lock.yaml': '' }));
  for (const { text, argv } of [install, build]) expect(text).toBe(argv.join(' '));
});
