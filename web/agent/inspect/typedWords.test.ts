import { expect, test } from 'vitest';
import { wordBlanker } from './typedWords.ts';

const typed = (...texts: string[]) => texts.map((text) => ({ element: null, text, isShrinking: false }));

test.each([
  ['Unknown Erika Mustermann', 'Unknown … …'],
  ['Unknown Erika Muster', 'Unknown … …'],
  ['unknown ERIKA', 'unknown …'],
  ['Mustermanns', 'Mustermanns'],
  ['Er', 'Er'],
  ['/people/erika/4711', '/people/…/…'],
  ['Cart failed', 'Cart failed'],
])('%j becomes %j', (text, clue) => {
  expect(wordBlanker(typed('Erika Mustermann', '4711'))(text)).toBe(clue);
});

test('nothing is blanked where nothing was typed', () => {
  expect(wordBlanker([])('Cart failed')).toBe('Cart failed');
});
