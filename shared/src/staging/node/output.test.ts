import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { chosenOutput } from '../../domain/outputFolders.ts';
import { detectProject } from './detect.ts';
import type { Project } from './project.ts';
import { pickOutput } from './output.ts';
import { folderWith } from './testing/folders.ts';

const projectIn = (folder: string, more: Partial<Project> = {}): Project => ({
  folder,
  kind: 'build',
  framework: null,
  packageManager: null,
  commands: [],
  output: null,
  outputs: ['dist'],
  advice: null,
  ...more,
});

const command = (text: string): Project['commands'][number] => ({
  step: 'build',
  argv: [],
  cwd: '/',
  text,
  scripts: [],
  variables: [],
  fingerprint: '',
  isCovered: true,
});

/** All files of these folders are newer. */
const JUST_NOW = Date.now() - 60_000;
/** No file of these folders is newer. */
const LATER = Date.now() + 60_000;

test.for([
  'dist',
  'dist/browser',
  'dist/shop',
  'dist/shop/browser',
  'public',
  'site',
  '.vitepress/dist',
  'docs/.vitepress/dist',
  '.output/public',
  'apps/web/dist',
  'storybook-static',
  '_site',
])('the only page of a build is found in %s', (output) => {
  const folder = folderWith({
    [`${output}/index.html`]: 'x',
    'index.html': 'where the build starts from',
    'node_modules/x/index.html': 'x',
    '.next/server/index.html': 'x',
    'coverage/index.html': 'x',
  });
  utimesSync(path.join(folder, 'index.html'), 1, 1);
  const found = pickOutput(projectIn(folder), undefined, JUST_NOW);
  expect(found).toBe(path.join(folder, output));
});

test('of several folders that a build has written the framework’s own is taken', () => {
  const folder = folderWith({ 'dist/index.html': 'x', 'storybook-static/index.html': 'x' });
  expect(pickOutput(projectIn(folder), undefined, JUST_NOW)).toBe(path.join(folder, 'dist'));
});

test.for([
  [['dist/shop/index.html', 'dist/admin/index.html'], 'dist/admin, dist/shop'],
  [['apps/web/dist/index.html', 'apps/docs/build/index.html'], 'apps/docs/build, apps/web/dist'],
] as const)('of %j none is guessed, and all are named', ([files, named]) => {
  const folder = folderWith(Object.fromEntries(files.map((file) => [file, 'x'])));
  expect(() => pickOutput(projectIn(folder), undefined, JUST_NOW)).toThrow(
    `There are several folders with an index.html: ${named}.`,
  );
});

test('an output that the build has not written is not staged in place of the new one', () => {
  const folder = folderWith({ 'dist/index.html': 'of last month' });
  expect(() => pickOutput(projectIn(folder), undefined, LATER)).toThrow(
    `The build wrote nothing to ${path.join(folder, 'dist')}.`,
  );
});

test('an output that the build has written in part is staged', () => {
  const folder = folderWith({ 'dist/index.html': 'as it was', 'dist/assets/app.js': 'x' });
  const found = pickOutput(projectIn(folder, { outputs: [] }), undefined, JUST_NOW);
  expect(found).toBe(path.join(folder, 'dist'));
});

test('the page a package is built from is not its output', () => {
  const folder = folderWith({ 'apps/web/index.html': 'source', 'apps/web/dist/index.html': 'built' });
  const found = pickOutput(projectIn(folder), undefined, null);
  expect(found).toBe(path.join(folder, 'apps/web/dist'));
});

test('a tool that leaves an output as it is, when nothing has changed, has built it', () => {
  const folder = folderWith({ 'dist/index.html': 'x' });
  const project = projectIn(folder, { commands: [command('npx turbo run build')] });
  expect(pickOutput(project, undefined, LATER)).toBe(path.join(folder, 'dist'));
});

test.for([
  [['dist/index.html', 'index.html'], 'dist'],
  [['index.html', 'src/app.js'], ''],
  [['apps/web/dist/index.html', 'apps/web/index.html', 'index.html'], 'apps/web/dist'],
] as const)('of what was built earlier, %j, “%s” is taken', ([files, output]) => {
  const folder = folderWith(Object.fromEntries(files.map((file) => [file, 'x'])));
  const found = pickOutput(projectIn(folder, { outputs: [] }), undefined, null);
  expect(path.relative(folder, found)).toBe(output);
});

test('of several that were built earlier the newest is taken', () => {
  const folder = folderWith({ 'dist/index.html': 'x', 'build/index.html': 'x' });
  utimesSync(path.join(folder, 'dist/index.html'), 1, 1);
  expect(pickOutput(projectIn(folder), undefined, null)).toBe(path.join(folder, 'build'));
});

test('a template that a build starts from is no output', () => {
  const folder = folderWith({ 'public/index.html': '%PUBLIC_URL%' });
  expect(() => pickOutput(projectIn(folder), undefined, null)).toThrow('There is no output folder');
});

test.each([
  [['index.html', 'about/index.html']],
  [['hugo.toml', 'public/index.html', 'public/about/index.html']],
  [['_site/index.html', 'index.md']],
  [['package.json', 'index.html', 'src/main.ts', 'dist/index.html']],
  [['package.json', 'docs/.vitepress/dist/index.html', '.cache/index.html']],
  [['package.json', 'apps/web/index.html', 'apps/web/dist/index.html']],
  [['package.json', '_site/index.html', 'coverage/index.html', 'node_modules/a/dist/index.html']],
])('of what was built earlier, %j, the browser picks the same folder', async (paths) => {
  const textOf = (file: string) => (file === 'package.json' ? '{"scripts":{"build":"make"}}' : '<p>Hi</p>');
  const folder = folderWith(Object.fromEntries(paths.map((file) => [file, textOf(file)])));
  const project = await detectProject(folder, { build: false, searched: '' });
  const picked = path.relative(project.folder, pickOutput(project, undefined, null)) || '.';
  expect(chosenOutput(paths)).toEqual({ folder: picked });
});
