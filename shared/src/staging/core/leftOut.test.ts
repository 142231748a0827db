import { describe, expect, test } from 'vitest';
import { ignoreRules } from './ignoreRules.ts';
import { leftOutText, selectFiles } from './leftOut.ts';

test.each([
  [[], null],
  [['.env'], 'Left out: 1 hidden file.'],
  [['.cursor/', '.env', 'prod.env'], 'Left out: 2 hidden files, prod.env.'],
  [['a.db', 'b.db', 'c.db', 'd.db', 'x/e.db'], 'Left out: a.db, b.db, c.db and 2 more.'],
])('%j is described in one line', (paths, text) => {
  expect(leftOutText(paths)).toBe(text);
});

describe('selecting files', () => {
  test('names each folder once, and nothing that the project itself excludes', () => {
    const rules = ignoreRules([{ prefix: '', text: 'drafts/\n' }]);
    const paths = ['index.html', '.git/a', '.git/b', 'prod.env', 'drafts/a.html', '.DS_Store', 'index.html~'];
    expect(selectFiles(paths, rules)).toEqual({
      staged: ['index.html'],
      leftOut: ['.git/', 'index.html~', 'prod.env'],
    });
  });

  test('keeps node_modules among assets, but not next to its package.json', () => {
    const asset = 'assets/node_modules/expo/arrow.png';
    const selectFrom = (paths: string[], text = '') =>
      selectFiles(
        paths,
        ignoreRules([{ prefix: '', text }], { isKey: () => true, has: (path) => paths.includes(path) }),
      );
    expect(selectFrom([asset])).toEqual({ staged: [asset], leftOut: [] });
    expect(selectFrom([asset, 'assets/package.json'])).toEqual({
      staged: ['assets/package.json'],
      leftOut: ['assets/node_modules/'],
    });
    const own = ['package.json', 'node_modules/lit/index.js'];
    expect(selectFrom(own)).toEqual({ staged: ['package.json'], leftOut: ['node_modules/'] });
    expect(selectFrom(own, '!node_modules')).toEqual({ staged: own, leftOut: [] });
  });
});
