import { afterEach, expect, test } from 'vitest';
import { createOwnQuery } from './ownQuery.ts';

afterEach(() => history.replaceState(null, '', '/'));

test('an id that the page adds to its own address is no part of the route, and what it says otherwise is', () => {
  const { without, names } = createOwnQuery([]);
  history.replaceState(null, '', '/?view=list&sid=k2j9x8q1z&year=2026');
  expect(without('/?view=list&sid=k2j9x8q1z&year=2026#a')).toBe('/?view=list&year=2026#a');
  expect(names()).toEqual(['sid']);
  // These addresses are from an earlier load.
  expect(without('/cart?sid=p8f3m2n7d')).toBe('/cart');
  expect(without('/cart?sid=latest')).toBe('/cart?sid=latest');
});

test('a session whose letters happen to look like a word is no part of the route', () => {
  const { without } = createOwnQuery([]);
  history.replaceState(null, '', '/?sid=nfeneiymsw&section=downloads');
  expect(without('/?sid=nfeneiymsw&section=downloads')).toBe('/?section=downloads');
});

test('an address that the page was opened with stays, unless the document before had added to it', () => {
  history.replaceState(null, '', '/?sid=k2j9x8q1z');
  expect(createOwnQuery(['sid']).without('/?sid=k2j9x8q1z')).toBe('/');
});
