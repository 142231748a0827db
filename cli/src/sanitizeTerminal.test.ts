import { expect, test } from 'vitest';
import { firstLines, plain, plainLine } from './sanitizeTerminal.ts';

test.each([
  ['\u001b[31mred\u001b[0m', '[31mred[0m'],
  ['\u001b]0;title\u0007text', ']0;titletext'],
  ['\u009b2Jgone\u0085', '2Jgone'],
  ['safe\u202egnp.exe\u2066', 'safegnp.exe'],
  ['one\r\ntwo\rthree\n\tfour', 'one\ntwo\nthree\n four'],
  ['👩‍👩‍👧 é 日本', '👩‍👩‍👧 é 日本'],
])('%j is written as %j', (text, written) => {
  expect(plain(text)).toBe(written);
});

test('a name stays on its line', () => {
  expect(plainLine(' Eve\n\u001b[2J#1  Ada (owner) ')).toBe('Eve [2J#1 Ada (owner)');
});

test.each([
  ['short', ['short']],
  ['one\n\n\ntwo', ['one', 'two']],
  ['one\ntwo\nthree', ['one', 'two …']],
  ['a line of some words', ['a line of', 'some words']],
  ['a line of some words and more', ['a line of', 'some words …']],
  ['incomprehensibilities', ['incompreh…']],
  ['', []],
])('of %j is shown %j', (text, lines) => {
  expect(firstLines(text, 2, 10)).toEqual(lines);
});
