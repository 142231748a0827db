import { expect, test } from 'vitest';
import {
  builtOutput,
  chosenOutput,
  namedOutput,
  onlyOutput,
  OUTPUT_NAMES,
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

test.for([
  [['apps/docs/dist', 'apps/web/dist'], { several: ['apps/docs/dist', 'apps/web/dist'] }],
  [['apps/web/dist', 'apps/web/public'], { folder: 'apps/web/dist' }],
  [['apps/web', 'apps/web/dist'], { folder: 'apps/web/dist' }],
  [['apps/web/dist', 'dist'], { folder: 'dist' }],
  [['docs/.vitepress/dist'], { folder: 'docs/.vitepress/dist' }],
  [['public', 'src'], null],
  [['.'], null],
] as const)('of what was built earlier, %j, %j is taken', ([folders, expected]) => {
  expect(builtOutput(folders, OUTPUT_NAMES)).toEqual(expected);
});

test.for([
  [['index.html', 'a.js'], { folder: '.' }],
  [['index.html', 'public/index.html'], { folder: '.' }],
  [['about.html', 'public/index.html'], { folder: 'public' }],
  [['hugo.toml', 'public/index.html', 'public/a/index.html'], { folder: 'public' }],
  [['_site/index.html', 'index.md'], { folder: '_site' }],
  [['about.html'], { folder: '.' }],
  [['package.json', 'index.html', 'dist/index.html'], { folder: 'dist' }],
  [['package.json', 'docs/.vitepress/dist/index.html'], { folder: 'docs/.vitepress/dist' }],
  [['package.json', '_site/index.html'], { folder: '_site' }],
  [
    ['package.json', 'apps/a/dist/index.html', 'apps/b/dist/index.html'],
    { several: ['apps/a/dist', 'apps/b/dist'] },
  ],
  [['package.json', 'index.html', 'src/main.ts'], 'not_built'],
] as const)('of a folder with %j, %j is staged', ([paths, expected]) => {
  expect(chosenOutput(paths)).toEqual(expected);
});
