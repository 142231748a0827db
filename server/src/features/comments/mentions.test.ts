import { expect, test } from 'vitest';
import { mentionable, mentioned } from './mentions.ts';

const people = ['Ada', 'Ada Lovelace', 'Bob', 'Zoë', 'c++ (dev)', '', 'Bob'].map((name, id) => ({
  id,
  name,
}));
const idsIn = (text: string) => mentioned(text, people).map(({ id }) => id);

test.each([
  ['@Ada, look', [0]],
  ['look, @Ada Lovelace!', [1]],
  ['@ada lovelace and @ADA', [0, 1]],
  ['(@Zoë)', [3]],
  ['@Zoe\u0308', [3]],
  ['@c++ (dev) wrote it', [4]],
  // Both people with this name are mentioned.
  ['@Bob', [2, 6]],
  ['mail me at x@Ada or ada@Bob.example', []],
  ['@Adam', []],
  ['@ Ada', []],
  ['Ada', []],
  ['@', []],
])('%j mentions %j', (text, ids) => {
  expect(idsIn(text)).toEqual(ids);
});

test('without known people there are no mentions', () => {
  expect(mentioned('@Ada', [])).toEqual([]);
});

test('each mentionable name is listed once, and visitors do not see who only follows', () => {
  const person = (name: string, more = {}) => ({
    userId: null,
    name,
    isOwner: false,
    isSilent: false,
    ...more,
  });
  const people = [
    person('Ada', { isOwner: true }),
    person('ada'),
    person('Gus'),
    person('Flo', { isSilent: true }),
  ];
  const names = (userId: string | null) =>
    mentionable(people, { userId, reviewer: null }).map(({ name }) => name);
  expect(names('x')).toEqual(['Ada', 'Gus', 'Flo']);
  expect(names(null)).toEqual(['Ada', 'Gus']);
});
