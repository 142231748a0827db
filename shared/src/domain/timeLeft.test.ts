import { expect, test } from 'vitest';
import { lastsLongest, timeLeft } from './timeLeft.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const MINUTE = 60_000;

test.each([1, 7, 14, 30, 90])('%d days given are as many days left, whatever the clocks', (days) => {
  // Server clocks ahead and behind, and a page clock that last ticked a minute ago.
  for (const difference of [-20, -1, 1, 20].map((minutes) => minutes * MINUTE)) {
    const left = timeLeft(NOW + days * DAY + difference, NOW);
    const isLastDay = days === 1 && difference < 0;
    expect(left).toEqual(isLastDay ? { count: 24, unit: 'hour' } : { count: days, unit: 'day' });
  }
});

test.each([
  ['6 days and an hour and a minute', 6 * DAY + 61 * MINUTE, 7, 'day'],
  ['a day and a minute', DAY + MINUTE, 1, 'day'],
  ['a day', DAY, 24, 'hour'],
  ['an hour and a second', 60 * MINUTE + 1000, 1, 'hour'],
  ['an hour', 60 * MINUTE, 60, 'minute'],
  ['a second', 1000, 1, 'minute'],
])('%s', (_name, left, count, unit) => {
  expect(timeLeft(NOW + left, NOW)).toEqual({ count, unit });
});

test('a link lasts the longest until an hour of its days has passed', () => {
  expect(lastsLongest(NOW + 7 * DAY, NOW, 7)).toBe(true);
  expect(lastsLongest(NOW + 7 * DAY - 59 * MINUTE, NOW, 7)).toBe(true);
  expect(lastsLongest(NOW + 7 * DAY - 61 * MINUTE, NOW, 7)).toBe(false);
  expect(lastsLongest(NOW + 90 * DAY, NOW, 7)).toBe(true);
});

test('what is over has nothing left', () => {
  expect(timeLeft(NOW, NOW)).toBeNull();
  expect(timeLeft(NOW - DAY, NOW)).toBeNull();
});
