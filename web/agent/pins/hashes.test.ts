import { afterEach, expect, test } from 'vitest';
import { isOtherByHash, withoutAnchor } from './hashes.ts';

afterEach(() => document.body.replaceChildren());

test('a hash decides about the page unless a visible element has its name', () => {
  document.body.innerHTML = '<h2 id="team">Team</h2><a name="a b"></a>';
  expect(isOtherByHash('/#team', '/')).toBe(false);
  expect(isOtherByHash('/#a%20b', '/#top')).toBe(false);
  expect(isOtherByHash('/#about', '/')).toBe(true);
  expect(isOtherByHash('/#about', '/#about')).toBe(false);
  expect(isOtherByHash('/#%E0%A4%A', '/')).toBe(true);
  expect(isOtherByHash('/#/a', '/#/b')).toBe(false);
});

test('only a hash that decides is kept', () => {
  document.body.innerHTML = '<h2 id="team">Team</h2>';
  expect(withoutAnchor('/a?b#team')).toBe('/a?b');
  expect(withoutAnchor('/#about')).toBe('/#about');
  expect(withoutAnchor('/#/about')).toBe('/#/about');
});
