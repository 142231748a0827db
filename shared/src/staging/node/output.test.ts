import { utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isFirstPage } from '../../domain/outputFolders.ts';
import { chosenOutput } from '../core/chosenOutput.ts';
import { detectProject } from './detect.ts';
import type { Project } from './project.ts';
import { beforeBuild, type BeforeBuild, pickOutput } from './output.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

const projectIn = (folder: string, more: Partial<Project> = {}): Project => ({
  folder,
  kind: 'build',
  framework: null,
  packageManager: null,
  commands: [],
  output: null,
  outputs: ['dist'],
  advice: null,
  only: null,
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

/** Writes the files of a build into a folder and returns what was there before. */
async function build(folder: string, written: Record<string, string>): Promise<BeforeBuild> {
  const before = await beforeBuild(folder);
  writeFiles(folder, written);
  return before;
}

const DAY_S = 24 * 60 * 60;
/** Makes files a day old. */
function age(folder: string, ...files: string[]): void {
  const yesterday = Date.now() / 1000 - DAY_S;
  for (const file of files) utimesSync(path.join(folder, file), yesterday, yesterday);
}

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
  '_build/html',
  'result/web',
])('the only page that a build writes is found in %s', async (output) => {
  const folder = folderWith({
    'index.html': 'where the build starts from',
    'layouts/index.html': 'a template',
    'themes/a/layouts/index.html': 'a template',
    'node_modules/x/index.html': 'x',
    '.next/server/index.html': 'x',
  });
  const before = await build(folder, { [`${output}/index.html`]: 'x', 'coverage/index.html': 'x' });
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(path.join(folder, output));
});

test('a build of an application may write 200.html only', async () => {
  const folder = folderWith({ 'src/app.html': 'x' });
  const before = await build(folder, { 'build/200.html': 'x' });
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(path.join(folder, 'build'));
});

test('of several folders that a build has written the framework’s own is taken', async () => {
  const folder = folderWith({});
  const before = await build(folder, { 'dist/index.html': 'x', 'storybook-static/index.html': 'x' });
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(path.join(folder, 'dist'));
});

test('of several folders that a build has written the one that the hosting’s configuration names is taken', async () => {
  const folder = folderWith({ 'firebase.json': '{"hosting":{"public":"storybook-static"}}' });
  const before = await build(folder, { 'dist/index.html': 'x', 'storybook-static/index.html': 'x' });
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(path.join(folder, 'storybook-static'));
});

test.for([
  [['dist/shop/index.html', 'dist/admin/index.html'], 'dist/admin, dist/shop'],
  [['apps/web/dist/index.html', 'apps/docs/build/index.html'], 'apps/docs/build, apps/web/dist'],
] as const)('of %j none is guessed, and all are named', async ([files, named]) => {
  const folder = folderWith({});
  const before = await build(folder, Object.fromEntries(files.map((file) => [file, 'x'])));
  await expect(pickOutput(projectIn(folder), undefined, before)).rejects.toMatchObject({
    message: `There are several folders with an index.html: ${named}.`,
    setting: { name: 'output', value: named.split(', ')[0] },
  });
});

test('an output that is older than a source and that the build has not written is not staged in its place', async () => {
  const folder = folderWith({ 'dist/index.html': 'of last month', 'src/main.ts': 'new' });
  age(folder, 'dist/index.html');
  const before = await build(folder, {});
  await expect(pickOutput(projectIn(folder), undefined, before)).rejects.toThrow(
    `The build wrote nothing to ${path.join(folder, 'dist')}.`,
  );
});

test('an output that the build has left because nothing has changed is staged', async () => {
  const folder = folderWith({ 'dist/index.html': 'x', 'src/main.ts': 'x' });
  age(folder, 'src/main.ts');
  const before = await build(folder, {});
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(path.join(folder, 'dist'));
});

test('an output that the build has written in part is staged', async () => {
  const folder = folderWith({ 'dist/index.html': 'as it was' });
  const before = await build(folder, { 'dist/assets/app.js': 'x' });
  const found = await pickOutput(projectIn(folder, { outputs: [] }), undefined, before);
  expect(found).toBe(path.join(folder, 'dist'));
});

test.for([
  ['css/main.css', {}],
  ['dist/app.js', {}],
  // A bundler leaves a bundle that would not change.
  ['dist/app.js', { 'dist/app.js': 'x' }],
] as const)('a folder whose own page uses %s, which its build writes, is staged', async ([file, earlier]) => {
  const page = `<link rel="stylesheet" href="${file}"><script src="./${file}"></script>`;
  const folder = folderWith({ 'index.html': page, 'scss/main.scss': 'x', ...earlier });
  const before = await build(folder, file in earlier ? {} : { [file]: 'x' });
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(folder);
});

test('a folder whose own page is what its build starts from is not staged', async () => {
  const folder = folderWith({ 'index.html': '<script type="module" src="/src/main.js"></script>' });
  const before = await build(folder, { 'src/main.js': 'x', 'elsewhere/app.js': 'x' });
  await expect(pickOutput(projectIn(folder), undefined, before)).rejects.toThrow('no output folder');
});

test('a folder whose own page does not use what its build writes is not staged', async () => {
  const folder = folderWith({
    'index.html': '<script type="module" src="main.js"></script>',
    'main.js': 'x',
  });
  const before = await build(folder, { 'elsewhere/app.js': 'x' });
  await expect(pickOutput(projectIn(folder), undefined, before)).rejects.toThrow('no output folder');
});

const PACKAGE = { 'apps/web/package.json': '{}', 'apps/web/src/main.ts': 'x' };

test.for([
  { 'package.json': JSON.stringify({ workspaces: ['apps/*'] }), ...PACKAGE },
  { 'nx.json': '{}', ...PACKAGE },
])('what the build of a package writes to the workspace around it, %j, is staged', async (files) => {
  const root = folderWith({ ...files, 'dist/apps/docs/index.html': 'another package' });
  const folder = path.join(root, 'apps/web');
  const before = await build(folder, { '../../dist/apps/web/index.html': 'x' });
  const output = path.join(root, 'dist/apps/web');
  expect(await pickOutput(projectIn(folder), undefined, before)).toBe(output);
  expect(await pickOutput(projectIn(folder), undefined, null)).toBe(output);
});

test('the page a package is built from is not its output', async () => {
  const folder = folderWith({ 'apps/web/index.html': 'source', 'apps/web/dist/index.html': 'built' });
  const found = await pickOutput(projectIn(folder), undefined, null);
  expect(found).toBe(path.join(folder, 'apps/web/dist'));
});

test.for([
  'npx turbo run build',
  'npm run build → webpack --mode production',
  'npm run build → rspack build',
  'npm run build → hexo generate',
  'npm run build → tailwindcss -i in.css -o site/out.css',
  'make html',
])('“%s” has built an output that it leaves because it would not change', async (text) => {
  const folder = folderWith({ 'dist/index.html': 'x', 'README.md': 'new' });
  age(folder, 'dist/index.html');
  const project = projectIn(folder, { commands: [command(text)] });
  const before = await build(folder, {});
  expect(await pickOutput(project, undefined, before)).toBe(path.join(folder, 'dist'));
});

test.for([
  [['dist/index.html', 'index.html'], 'dist'],
  [['index.html', 'src/app.js'], ''],
  [['apps/web/dist/index.html', 'apps/web/index.html', 'index.html'], 'apps/web/dist'],
] as const)('of what was built earlier, %j, “%s” is taken', async ([files, output]) => {
  const folder = folderWith(Object.fromEntries(files.map((file) => [file, 'x'])));
  const found = await pickOutput(projectIn(folder, { outputs: [] }), undefined, null);
  expect(path.relative(folder, found)).toBe(output);
});

test('of several that were built earlier the newest is taken', async () => {
  const folder = folderWith({ 'dist/index.html': 'x', 'build/index.html': 'x' });
  utimesSync(path.join(folder, 'dist/index.html'), 1, 1);
  expect(await pickOutput(projectIn(folder), undefined, null)).toBe(path.join(folder, 'build'));
});

test('a template that a build starts from is no output', async () => {
  const folder = folderWith({ 'public/index.html': '%PUBLIC_URL%' });
  await expect(pickOutput(projectIn(folder), undefined, null)).rejects.toThrow('There is no output folder');
});

test('a folder is an output when a link to it opens anything', async () => {
  const folder = folderWith({
    'dist/app/browser/en/index.html': 'x',
    'dist/app/browser/de/index.html': 'x',
    'lib/main.js': 'x',
  });
  const picked = (output: string): Promise<string> => pickOutput(projectIn(folder), output, null);
  expect(await picked('dist/app/browser')).toBe(path.join(folder, 'dist/app/browser'));
  await expect(picked('lib')).rejects.toMatchObject({ code: 'no_index' });
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
  const picked = path.relative(project.folder, await pickOutput(project, undefined, null)) || '.';
  const inBrowser = await chosenOutput({
    pages: paths.filter(isFirstPage),
    has: (file) => paths.includes(file),
    read: (file) => Promise.resolve(textOf(file)),
    modified: () => 0,
  });
  expect(inBrowser).toEqual({ folder: picked });
});
