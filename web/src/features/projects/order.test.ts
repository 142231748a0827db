import { expect, test } from 'vitest';
import { dropped, placed } from './order.ts';

const ids = ['a', 'b', 'c', 'd'];

test.each([
  ['b', 0, 'bacd'],
  ['b', 3, 'acdb'],
  ['a', 1, 'bacd'],
  ['d', 9, 'abcd'],
  ['a', -1, 'abcd'],
  ['x', 1, 'abcd'],
])('%s placed at %d makes %s', (id, place, order) => {
  expect(placed(ids, id, place).join('')).toBe(order);
});

test.each([
  ['a', 'c', 'before', 'bacd'],
  ['a', 'c', 'after', 'bcad'],
  ['d', 'a', 'before', 'dabc'],
  ['d', 'a', 'after', 'adbc'],
  ['b', 'a', 'after', 'abcd'],
  ['b', 'c', 'before', 'abcd'],
  ['b', 'x', 'before', 'abcd'],
] as const)('%s dropped on %s, %s, makes %s', (id, on, edge, order) => {
  expect(dropped(ids, id, on, edge).join('')).toBe(order);
});

test('a move that changes nothing returns the same list', () => {
  expect(dropped(ids, 'b', 'a', 'after')).toBe(ids);
  expect(placed(ids, 'b', 1)).toBe(ids);
});
