import { expect, test } from 'vitest';
import { plainLine } from './plain.ts';

test.each([
  ['Make it **bigger**, `please`', 'Make it bigger, please'],
  ['# Title\n\n- one\n- two\n> said', 'Title one two said'],
  ['see [the page](https://example.com) ![picture](x.png)', 'see the page picture'],
  ['```ts\ncode()\n```', 'code()'],
  ['snake_case and 2 * 3 stay', 'snake_case and 2 * 3 stay'],
  ['<b>tags</b> stay text', '<b>tags</b> stay text'],
  ['a\u202eb\u0000c', 'a b c'],
])('%j reads %j', (markdown, line) => {
  expect(plainLine(markdown, 80)).toBe(line);
});

test('is cut between characters, with a mark that it goes on', () => {
  expect(plainLine('x'.repeat(80), 80)).toBe('x'.repeat(80));
  expect(plainLine('👩'.repeat(81), 80)).toBe(`${'👩'.repeat(79)}…`);
});
