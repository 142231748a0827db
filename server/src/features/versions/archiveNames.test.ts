import { expect, test } from 'vitest';
import { archiveNames } from './archiveNames.ts';

const namesOf = (...paths: string[]) => [...archiveNames(paths).values()];

test('ordinary names stay as they are', () => {
  const paths = ['index.html', 'assets/a b (1).js', '.well-known/x', 'über/ä.png', 'no-extension', 'a..b/c'];
  expect(namesOf(...paths)).toEqual(paths);
});

test('of names that differ by case, one is renamed', () => {
  expect(namesOf('Logo.png', 'logo.png', 'LOGO.png', 'img/logo.png')).toEqual([
    'Logo.png',
    'logo (2).png',
    'LOGO (3).png',
    'img/logo.png',
  ]);
  expect(namesOf('a.png', 'A.png', 'A (2).png')).toEqual(['a.png', 'A (2).png', 'A (2) (2).png']);
});

test('folders that differ by case become one, and keep all files apart', () => {
  expect(namesOf('Img/a.png', 'img/A.png', 'img/b.png')).toEqual(['Img/a.png', 'img/A (2).png', 'img/b.png']);
});

test('a file that a folder is called by is renamed', () => {
  expect(namesOf('docs', 'Docs/index.html', '.env', '.ENV/x')).toEqual([
    'docs (2)',
    'Docs/index.html',
    '.env (2)',
    '.ENV/x',
  ]);
});

test('the same letter in another Unicode form counts as equal', () => {
  expect(namesOf('\u00e9.txt', 'e\u0301.txt')).toEqual(['\u00e9.txt', 'e\u0301 (2).txt']);
});

test.each([
  ['a:b.html', 'a_b.html'],
  ['c:x/y', 'c_x/y'],
  ['a\\b.html', 'a_b.html'],
  ['what?.html', 'what_.html'],
  ['con.txt', 'con_.txt'],
  ['x/NUL', 'x/NUL_'],
  ['console.log', 'console.log'],
  ['end./x ', 'end_/x_'],
])('%s is called %s', (path, name) => {
  expect(namesOf(path)).toEqual([name]);
});

test('thousands of twins are all kept apart', () => {
  const twins = Array.from({ length: 2 ** 13 }, (_, bits) =>
    [...'abcdefghijklm'].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  );
  expect(new Set(namesOf(...twins).map((name) => name.toLowerCase())).size).toBe(twins.length);
});
