import { expect, test } from 'vitest';
import { cluster } from './clusters.ts';

const at = (id: string, x: number, y: number) => ({ id, at: { x, y } });
const named = (...all: ReturnType<typeof at>[]) =>
  cluster(all).map(({ members }) => members.map(({ id }) => id).join(''));

test('overlapping markers form a cluster at the place of the first', () => {
  expect(named(at('a', 0, 0), at('b', 10, 5), at('c', 100, 0), at('d', 10, 90))).toEqual(['ab', 'c', 'd']);
  expect(cluster([at('a', 3, 4), at('b', 10, 5)])[0]?.at).toEqual({ x: 3, y: 4 });
});

test('a row of neighbors does not become one endless cluster', () => {
  const row = Array.from({ length: 6 }, (_, i) => at(`${i}`, i * 12, 0));
  expect(named(...row)).toEqual(['01', '23', '45']);
});

test('nothing is nothing', () => expect(cluster([])).toEqual([]));
