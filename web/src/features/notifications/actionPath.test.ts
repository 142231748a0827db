import { expect, test } from 'vitest';
import { actionPath } from './actionPath.ts';

test.each([
  ['/s/abcdefghijkl?comment=1#top', '/s/abcdefghijkl?comment=1#top'],
  ['/dashboard', '/dashboard'],
  ['/a/../dashboard', '/dashboard'],
  [null, null],
  ['', null],
  ['https://example.com/', null],
  ['//example.com/s/x', null],
  ['/\\example.com', null],
  ['/\t/example.com', null],
  ['javascript:alert(1)', null],
  ['dashboard', null],
])('%j opens %j', (actionUrl, path) => {
  expect(actionPath(actionUrl)).toBe(path);
});
