import { expect, test } from 'vitest';
import { isFirstPage } from '../../domain/outputFolders.ts';
import { chosenOutput } from './chosenOutput.ts';

const chosenOf = (contents: Record<string, string>) =>
  chosenOutput({
    pages: Object.keys(contents).filter(isFirstPage),
    has: (path) => path in contents,
    read: (path) => Promise.resolve(contents[path] ?? ''),
    modified: () => 0,
  });

test.for<[Record<string, string>, string]>([
  [{ 'index.html': 'x', 'a.js': 'x' }, '.'],
  [{ 'about.html': 'x', 'public/index.html': 'x' }, 'public'],
  [{ 'hugo.toml': '', 'public/index.html': 'x', 'public/a/index.html': 'x' }, 'public'],
  [{ '_site/index.html': 'x', 'index.md': 'x' }, '_site'],
  [{ 'conf.py': '', 'index.rst': 'x', '_build/html/index.html': 'x' }, '_build/html'],
  [{ 'about.html': 'x' }, '.'],
  [{ 'package.json': '{}', 'index.html': 'x', 'dist/index.html': 'x' }, 'dist'],
  [{ 'package.json': '{}', 'public/index.html': '<h1>x</h1>', 'src/pages/index.js': 'x' }, 'public'],
  [
    {
      'package.json': '{}',
      'netlify.toml': '[build]\npublish = "web"',
      'web/index.html': 'x',
      'dist/index.html': 'x',
    },
    'web',
  ],
])('of a folder with %j, “%s” is staged', async ([contents, folder]) => {
  expect(await chosenOf(contents)).toEqual({ folder });
});

test('a project without an output was not built', async () => {
  expect(await chosenOf({ 'package.json': '{}', 'index.html': 'x', 'src/main.ts': 'x' })).toBe('not_built');
});

test('several outputs of a workspace are named', async () => {
  const pages = { 'apps/a/dist/index.html': 'x', 'apps/b/dist/index.html': 'x' };
  expect(await chosenOf({ 'package.json': '{}', ...pages })).toEqual({
    several: ['apps/a/dist', 'apps/b/dist'],
  });
});
