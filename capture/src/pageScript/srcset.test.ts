import { expect, test } from 'vitest';
import { parseSrcset, rewriteSrcset } from './srcset.ts';

test.each([
  ['a.png', [{ url: 'a.png', descriptor: '' }]],
  [
    'a.png 1x, b.png 2x',
    [
      { url: 'a.png', descriptor: '1x' },
      { url: 'b.png', descriptor: '2x' },
    ],
  ],
  [
    ' a,b.png?x=1,2 640w,c.png 2x ,',
    [
      { url: 'a,b.png?x=1,2', descriptor: '640w' },
      { url: 'c.png', descriptor: '2x' },
    ],
  ],
  ['', []],
  [',,,', []],
])('%j', (text, candidates) => {
  expect(parseSrcset(text)).toEqual(candidates);
});

test('candidates that are dropped leave no gap', () => {
  const text = rewriteSrcset('a.png 1x, javascript:x 2x, c.png 3x', (url) =>
    url.startsWith('javascript:') ? '' : `/assets/${url}`,
  );
  expect(text).toBe('/assets/a.png 1x, /assets/c.png 3x');
});
