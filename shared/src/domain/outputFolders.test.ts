import { expect, test } from 'vitest';
import {
  builtOutput,
  type FolderFiles,
  type FoundOutput,
  generatedOutput,
  isFirstPage,
  namedOutput,
  onlyOutput,
  outputByNames,
  pageFolders,
} from './outputFolders.ts';

test.for([
  [
    ['index.html', 'about/index.html', 'a.js'],
    ['.', 'about'],
  ],
  [
    ['dist/index.html', 'dist/docs/index.html', 'src/main.ts'],
    ['dist', 'dist/docs'],
  ],
  [
    ['dist/shop/index.html', 'dist/admin/index.html'],
    ['dist/admin', 'dist/shop'],
  ],
  [['public/index.html', 'coverage/index.html', 'coverage/lcov/index.html'], ['public']],
  [['docs/.vitepress/dist/INDEX.HTML'], ['docs/.vitepress/dist']],
  [['a.html', 'src/a.js', 'notindex.html'], []],
  [
    ['node_modules/a/index.html', '.cache/index.html', '.next/server/index.html', 'a/b/c/d/e/f/g/index.html'],
    [],
  ],
] as const)('of %j the folders with pages are %j', ([paths, folders]) => {
  expect(pageFolders(paths)).toEqual(folders);
});

test.for([
  [['public'], { folder: 'public' }],
  [['site', 'public'], { several: ['site', 'public'] }],
  [['build', 'build/docs', 'build/docs/api'], { folder: 'build' }],
  [['dist', 'dist/a', 'dist-ssr'], { several: ['dist', 'dist-ssr'] }],
  [['.', 'about'], { folder: 'about' }],
  [['.'], { folder: '.' }],
  [[], null],
] as const)('of what a build has written, %j, %j is taken', ([folders, expected]) => {
  expect(onlyOutput(folders)).toEqual(expected);
});

test.for([
  [['dist/shop/browser'], ['dist/'], { folder: 'dist/shop/browser' }],
  [['dist/admin', 'dist/shop'], ['dist/'], { several: ['dist/admin', 'dist/shop'] }],
  [['build', 'dist'], ['./build/'], { folder: 'build' }],
  [['distribution'], ['dist'], null],
] as const)('of %j, the framework’s own %j is %j', ([folders, names, expected]) => {
  expect(namedOutput(folders, names)).toEqual(expected);
});

interface Contents {
  [path: string]: string;
}

/** Files of a folder that were written one second after the other. */
const filesOf = (contents: Contents): FolderFiles => ({
  pages: Object.keys(contents).filter(isFirstPage),
  has: (path) => path in contents,
  read: (path) => Promise.resolve(contents[path] ?? ''),
  modified: (path) => Object.keys(contents).indexOf(path),
});

const pagesIn = (folders: readonly string[]): FolderFiles =>
  filesOf(
    Object.fromEntries(
      folders.map((folder) => [folder === '.' ? 'index.html' : `${folder}/index.html`, 'x']),
    ),
  );

test.for([
  [['apps/docs/dist', 'apps/web/dist'], { several: ['apps/docs/dist', 'apps/web/dist'] }],
  [['apps/web/dist', 'apps/web/public'], { folder: 'apps/web/dist' }],
  [['apps/web', 'apps/web/dist'], { folder: 'apps/web/dist' }],
  [['apps/web/dist', 'dist'], { folder: 'dist' }],
  [['docs/.vitepress/dist'], { folder: 'docs/.vitepress/dist' }],
  [['dist', 'build'], { folder: 'build' }],
  [['dist/app/browser/de', 'dist/app/browser/en-US'], { folder: 'dist/app/browser' }],
  [['_build/html'], { folder: '_build/html' }],
  [['output'], { folder: 'output' }],
  [['public'], { folder: 'public' }],
  [['public', 'dist'], { folder: 'dist' }],
  [['docs/examples/a', 'src'], null],
  [['.'], null],
] as const)('of what was built earlier, %j, %j is taken', async ([folders, expected]) => {
  expect(await builtOutput(pagesIn(folders), [])).toEqual(expected);
});

test('what the hosting’s configuration names is taken before a newer usual output', async () => {
  const files = pagesIn(['web/result', 'dist']);
  expect(await builtOutput(files, ['web/result'])).toEqual({ folder: 'web/result' });
  expect(await builtOutput(files, ['missing'])).toEqual({ folder: 'dist' });
});

test.for([
  '<link rel="icon" href="%PUBLIC_URL%/favicon.ico"><div id="root"></div>',
  '<div id="root"></div>',
  '<script type="module" src="/src/main.tsx"></script>',
])('the template %s in public/ is no output', async (template) => {
  expect(await builtOutput(filesOf({ 'public/index.html': template }), [])).toBeNull();
});

test('an application whose only page is 200.html is an output', async () => {
  expect(await builtOutput(filesOf({ 'build/200.html': 'x', 'src/app.html': 'x' }), [])).toEqual({
    folder: 'build',
  });
});

test.for([
  [{ 'index.html': 'x', 'public/index.html': 'x' }, [], '.'],
  [{ 'index.html': '---\nlayout: home\n---\n', '_site/index.html': 'x' }, [], '_site'],
  [{ 'index.html': '---\nlayout: home\n---\n' }, [], '.'],
  [{ 'index.html': 'x', 'web/index.html': 'x' }, ['web'], 'web'],
  [{ 'docs/index.html': 'x', 'docs/a/index.html': 'x' }, [], 'docs'],
  [{ 'book/en/index.html': 'x' }, [], 'book/en'],
] as const)(
  'of %j with %j declared, without package.json, “%s” is taken',
  async ([contents, declared, folder]) => {
    expect(await generatedOutput(filesOf(contents as Contents), declared)).toEqual({ folder });
  },
);

test('a folder of templates below docs/ is no output', async () => {
  expect(await generatedOutput(filesOf({ 'docs/templates/index.html': 'x' }), [])).toBeNull();
});

test.for<[string[], FoundOutput]>([
  [['index.html', 'public/index.html'], { folder: '.' }],
  [['hugo.toml', 'public/index.html', 'public/a/index.html'], { folder: 'public' }],
  [['package.json', 'index.html', 'dist/index.html'], { folder: 'dist' }],
  [
    ['package.json', 'apps/a/dist/index.html', 'apps/b/dist/index.html'],
    { several: ['apps/a/dist', 'apps/b/dist'] },
  ],
  [['package.json', 'index.html', 'public/index.html', 'src/main.ts'], null],
])('by the names %j alone, %j is taken', ([paths, expected]) => {
  expect(outputByNames(paths)).toEqual(expected);
});
