import { expect, test } from 'vitest';
import { expiry } from './expiry.ts';

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
