import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commonFolder, isPortable, pathProblem, pathsProblem, unportablePaths } from './paths.ts';

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
    'می\u200cشود.html',
    'हि\u200dन्दी/👩\u200d💻.png',
    'icon.png?v=1',
    'a:b.html',
    'x.html::$DATA',
    'a\\b.html',
    'a/COM1.txt',
    'nul',
    'a./b /c',
    '"<*>|".html',
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
    ['..\\..\\x', 'has a part named “..”'],
    ['a/b\\..\\x', 'has a part named “..”'],
    ['\\\\server\\x', 'starts at the root'],
    ['C:/x', 'starts at the root'],
    ['c:\\x', 'starts at the root'],
    ['a\u0000b', 'has control or invisible characters'],
    ['a\r\nb', 'has control or invisible characters'],
    ['\u202Egnp.exe', 'has control or invisible characters'],
    ['\u2066a\u2069', 'has control or invisible characters'],
    ['a\u200bb', 'has control or invisible characters'],
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
    [['a/b', 'a'], 'is both a file and a folder'],
    [['ok', '../no'], 'has a part named “..”'],
  ])('%j are refused', (paths, problem) => {
    expect(pathsProblem(paths)?.problem).toContain(problem);
  });

  test('of an ordinary site are fine', () => {
    expect(pathsProblem(['index.html', 'a/index.html', 'a/b/index.html', 'ab'])).toBeNull();
  });

  test.each([[['struct.Command.html', 'struct.command.html']], [['é.html', 'e\u0301.html']], [['A', 'a/b']]])(
    '%j are different files',
    (paths) => {
      expect(pathsProblem(paths)).toBeNull();
    },
  );
});

describe('a path that some disks do not take', () => {
  test.each(['a:b', 'a?b', 'a\\b', 'x/AUX.html', 'com1', 'a./b', 'a /b', 'b.'])('%s is named', (path) => {
    expect(isPortable(path)).toBe(false);
  });

  test.each(['index.html', 'console.js', '.well-known/x', 'a b/ü.txt', '[id].html'])('is not %s', (path) => {
    expect(isPortable(path)).toBe(true);
  });

  test('is the second of two that differ only by case', () => {
    expect(unportablePaths(['b.html', 'A.html', 'a.html', 'c?'])).toEqual(['a.html', 'c?']);
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
