import { expect, test } from 'vitest';
import { toPlainText } from './stripMarkdown.ts';

test.each([
  ['Make it **bigger**, `please`', 'Make it bigger, please'],
  ['# Title\n\n- one\n- two\n> three', 'Title one two three'],
  ['see [the page](https://example.com) ![picture](https://x.png)', 'see the page picture'],
  ['```ts\ncode()\n```', 'code()'],
  ['snake_case and 2 * 3 stay', 'snake_case and 2 * 3 stay'],
  ['The <nav> needs more padding than the <footer>', 'The <nav> needs more padding than the <footer>'],
  ['<footer> is too tall', '<footer> is too tall'],
  ['Between ~10~ and ~20~, not ~~30~~', 'Between ~10~ and ~20~, not 30'],
  ['2 ** 3, a `tick, and ~~ stay', '2 ** 3, a `tick, and ~~ stay'],
  ['handlers[i](event) stays', 'handlers[i](event) stays'],
  ['3. third\n4) fourth', '3. third 4) fourth'],
  ['[Note]: header', '[Note]: header'],
  ['one\ntwo', 'one two'],
  ['👩‍👩‍👧 stays one family', '👩‍👩‍👧 stays one family'],
  ['a\u202eb\u0000c', 'a b c'],
])('%j becomes %j', (markdown, line) => {
  expect(toPlainText(markdown, 80)).toBe(line);
});

test('is cut between characters, with an ellipsis', () => {
  expect(toPlainText('x'.repeat(80), 80)).toBe('x'.repeat(80));
  expect(toPlainText('👩'.repeat(81), 80)).toBe(`${'👩'.repeat(79)}…`);
});
