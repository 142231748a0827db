import { expect, test } from 'vitest';
import { expiresIn } from './expiresIn.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-28T12:00:00Z', 'in 7 days'],
  ['2026-11-28T12:01:00Z', 'in 7 days'],
  ['2026-11-27T14:00:00Z', 'in 7 days'],
  ['2026-11-22T14:00:00Z', 'in 2 days'],
  ['2026-11-22T12:00:01Z', 'in 1 day'],
  ['2026-11-22T12:00:00Z', 'in 24 hours'],
  ['2026-11-21T13:05:00Z', 'in 2 hours'],
  ['2026-11-21T13:00:01Z', 'in 1 hour'],
  ['2026-11-21T13:00:00Z', 'in 60 minutes'],
  ['2026-11-21T12:00:01Z', 'in 1 minute'],
  ['2026-11-21T12:00:00Z', 'in 0 minutes'],
  ['2026-11-20T12:00:00Z', 'in 0 minutes'],
])('what ends at %s ends %s', (iso, words) => {
  expect(expiresIn(new Date(iso), NOW)).toBe(words);
});
