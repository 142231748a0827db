import { expect, test } from 'vitest';
import { ago, firstLine, plain } from './text.ts';

test.each([
  ['[a](command:b)', '[a] (command:b)'],
  ['[a](https://evil.example)', '[a] (https://evil.example)'],
  ['$(zap) hello', '$ (zap) hello'],
  ['a\u202eb\u0007c\u2028d', 'a b c d'],
  ['  two   spaces ', 'two spaces'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧 family'],
])('%j is shown as %j', (written, shown) => {
  expect(plain(written)).toBe(shown);
});

test('a list shows the first line that says something, and not all of a long one', () => {
  expect(firstLine('\n  \n Make it bluer \nand larger')).toBe('Make it bluer');
  expect(firstLine('')).toBe('');
  const long = firstLine('😀'.repeat(200));
  expect(Array.from(long)).toHaveLength(100);
  expect(long.endsWith('😀…')).toBe(true);
});

test.each([
  [0, 'just now'],
  [-5000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1m ago'],
  [3 * 3_600_000, '3h ago'],
  [26 * 3_600_000, '1d ago'],
  [15 * 86_400_000, '2w ago'],
  [400 * 86_400_000, '1y ago'],
])('%i milliseconds are %s', (past, told) => {
  expect(ago(1e12 - past, 1e12)).toBe(told);
});
