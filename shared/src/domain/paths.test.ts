import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonFolder, pathProblem, pathsProblem } from './paths.ts';

describe('a path in a snapshot', () => {
  test.each([
    'index.html',
    'assets/app-4f3a2b1c.js',
    '.well-known/security.txt',
    'a b/ü (1).png',
    '写真/一.jpg',
    '_next/static/chunks/[slug]-1.js',
    'console.js',
    '...hidden/x',
  ])('%s is fine', (path) => {
    expect(pathProblem(path)).toBeNull();
  });

  test.each([
    ['', 'is empty'],
    ['/etc/passwd', 'starts at the root'],
    ['../x', 'has a part named “..”'],
    ['a/../../x', 'has a part named “..”'],
    ['a/./b', 'has a part named “.”'],
    ['a//b', 'has an empty part'],
    ['a/', 'has an empty part'],
    ['a\\b', 'has a backslash'],
    ['C:/x', 'has one of the characters'],
    ['x.html::$DATA', 'has one of the characters'],
    ['nul', 'uses “nul”, a device name'],
    ['a/COM1.txt', 'uses “COM1.txt”, a device name'],
    ['a\u0000b', 'has control or invisible characters'],
    ['a\r\nb', 'has control or invisible characters'],
    ['\u202Egnp.exe', 'has control or invisible characters'],
    ['a./b', 'ends in a dot or a space'],
    ['a /b', 'ends in a dot or a space'],
    ['\uD800', 'is not valid Unicode'],
    [`${'a/'.repeat(64)}b`, 'is more than 64 folders deep'],
    ['a'.repeat(256), 'has a part longer than 255 bytes'],
    ['ab/'.repeat(400), 'is longer than 1024 bytes'],
  ])('%j is refused', (path, problem) => {
    expect(pathProblem(path)).toContain(problem);
  });

  test('that is accepted never leaves its folder, however it was made up', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (path) => {
        fc.pre(pathProblem(path) === null);
        let depth = 0;
        for (const part of path.split(/[/\\]/)) {
          depth += part === '..' ? -1 : 1;
          expect(depth).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('paths taken together', () => {
  test.each([
    [['a.html', 'a.html'], 'is listed twice'],
    [['a.html', 'A.html'], 'differs from “a.html” only by case'],
    [['é.html', 'e\u0301.html'], 'differs from “é.html” only by case or accents'],
    [['a/b', 'a'], 'is both a file and a folder'],
    [['A', 'a/b'], 'is both a file and a folder'],
    [['ok', '../no'], 'has a part named “..”'],
  ])('%j are refused', (paths, problem) => {
    expect(pathsProblem(paths)?.problem).toContain(problem);
  });

  test('of an ordinary site are fine', () => {
    expect(pathsProblem(['index.html', 'a/index.html', 'a/b/index.html', 'ab'])).toBeNull();
  });
});

test.each([
  [['dist/index.html', 'dist/a/b.js'], 'dist'],
  [['dist/index.html', 'distribution/b.js'], null],
  [['dist/index.html', 'index.html'], null],
  [['index.html'], null],
  [[], null],
])('the folder that %j have in common is %s', (paths, folder) => {
  expect(commonFolder(paths)).toBe(folder);
});
