import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueVisits, type VisitQueue } from './visitQueue.ts';

let shown: string[];
let queue: VisitQueue;

beforeEach(() => {
  vi.useFakeTimers();
  shown = [];
  queue = queueVisits((route) => {
    shown.push(route);
    return !route.includes('#');
  });
});
afterEach(() => void vi.useRealTimers());

test('a route requested while a page is under way is opened after that page has reported', () => {
  queue.visit('/');
  queue.visit('/about');
  expect(shown).toEqual(['/']);
  queue.arrived('/', true);
  expect(shown).toEqual(['/', '/about']);
});

test('of several routes requested meanwhile only the last one is opened', () => {
  for (const route of ['/a', '/b', '/c', '/d']) queue.visit(route);
  queue.arrived('/a', true);
  expect(shown).toEqual(['/a', '/d']);
});

test('reports of the page that is being left do not count', () => {
  queue.visit('/a');
  queue.visit('/b');
  queue.arrived('/start', false);
  expect(shown).toEqual(['/a']);
});

test('a page that redirects counts as arrived', () => {
  queue.visit('/a');
  queue.visit('/b');
  queue.arrived('/login', true);
  expect(shown).toEqual(['/a', '/b']);
});

test('a route that a redirect reached already is not opened twice', () => {
  queue.visit('/a');
  queue.visit('/login');
  queue.arrived('/login', true);
  expect(shown).toEqual(['/a']);
});

test('a change of the hash does not keep the next route waiting', () => {
  queue.visit('/#team');
  queue.visit('/about');
  expect(shown).toEqual(['/#team', '/about']);
});

test('a page that never reports keeps the next route waiting for ten seconds', () => {
  queue.visit('/photo.png');
  queue.visit('/about');
  vi.advanceTimersByTime(9_999);
  expect(shown).toEqual(['/photo.png']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['/photo.png', '/about']);
});

test('a cleared queue opens nothing more', () => {
  queue.visit('/a');
  queue.visit('/b');
  queue.clear();
  queue.arrived('/a', true);
  vi.advanceTimersByTime(20_000);
  expect(shown).toEqual(['/a']);
});
