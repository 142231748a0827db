import { expect, test } from 'vitest';
import { firstLine, plain } from './text.ts';

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
