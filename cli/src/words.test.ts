import { expect, test } from 'vitest';
import { ago, expiry } from './words.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test.each([
  ['2026-11-21T11:59:59Z', 'expired'],
  ['2026-11-21T12:00:00Z', 'expired'],
  ['2026-11-21T12:30:00Z', 'in 30 minutes'],
  ['2026-11-22T11:00:00Z', 'in 23 hours'],
  ['2026-11-22T12:00:00Z', 'in 24 hours'],
  ['2026-11-22T12:01:00Z', 'in 1 day'],
  ['2026-11-23T11:59:00Z', 'in 2 days'],
  ['2026-11-28T12:01:00Z', 'in 7 days'],
])('a snapshot that expires at %s does so %s', (expiresAt, words) => {
  expect(expiry(expiresAt, NOW)).toBe(words);
});

test.each([
  ['2026-11-21T12:00:30Z', 'just now'],
  ['2026-11-21T11:59:30Z', 'just now'],
  ['2026-11-21T11:59:00Z', '1 minute ago'],
  ['2026-11-21T09:30:00Z', '2 hours ago'],
  ['2026-11-18T12:00:00Z', '3 days ago'],
  ['2026-09-01T12:00:00Z', '2026-09-01'],
])('what was written at %s was written %s', (then, words) => {
  expect(ago(Date.parse(then), NOW)).toBe(words);
});
