import { describe, expect, test } from 'vitest';
import { decodeZipName, ZipPaths } from './zipNames.ts';

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

test.each([
  ['a name in UTF-8, marked', bytes('\u00c3\u00bcber.html'), true, 'über.html'],
  ['a name in UTF-8, unmarked', bytes('\u00c3\u00bcber.html'), false, 'über.html'],
  ['a name in CP437', bytes('\u0081ber \u0094\u00e1.html'), false, 'über öß.html'],
  ['every byte of CP437', bytes('\u00fe\u00ff'), false, '■\u00a0'],
  ['a name that is marked as UTF-8 and is not', bytes('\u0081ber.html'), true, null],
])('%s', (_what, name, isUtf8, text) => {
  expect(decodeZipName(name, isUtf8)).toBe(text);
});

const pathsOf = (...names: string[]) => {
  const paths = new ZipPaths();
  return names.map((name) => paths.pathOf(name));
};

describe('Paths of an archive', () => {
  test('of Windows have backslashes', () => {
    expect(pathsOf('index.html', 'css\\', 'css\\a.css')).toEqual([
      { path: 'index.html', isFolder: false },
      { path: 'css', isFolder: true },
      { path: 'css/a.css', isFolder: false },
    ]);
  });

  test('with slashes keep the backslash of a name', () => {
    expect(pathsOf('css/a.css', 'a\\b.css')[1]).toEqual({ path: 'a\\b.css', isFolder: false });
  });

  test('may begin with their own folder', () => {
    expect(pathsOf('./', './a.css')).toEqual([
      { path: '', isFolder: true },
      { path: 'a.css', isFolder: false },
    ]);
  });

  test.each(['../a', '..\\a', 'a/../../b', 'a\\..\\..\\b', '/a', '\\a', 'c:\\a', 'C:/a', '..'])(
    '%s is refused',
    (name) => {
      expect(pathsOf(name)).toEqual([{ problem: expect.any(String) as string }]);
    },
  );
});
