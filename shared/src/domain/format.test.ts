import { expect, test } from 'vitest';
import { ago, bytes, duration, wait } from './format.ts';

const MB = 1024 * 1024;

test.each([
  [0, '0 B'],
  [950, '950 B'],
  [1024, '1 kB'],
  [1536, '1.5 kB'],
  [1023.96 * 1024, '1 MB'],
  [20 * MB, '20 MB'],
  [3.24 * MB, '3.2 MB'],
  [101.4 * MB, '101 MB'],
  [2048 * MB, '2 GB'],
  [5000 * 1024 * MB, '5000 GB'],
])('%d bytes are “%s”', (count, shown) => {
  expect(bytes(count)).toBe(shown);
});

test.each([
  [20 * MB, '20 MB'],
  [20 * MB + 1, '20.1 MB'],
  [100 * MB + 1, '101 MB'],
])('next to a limit %d bytes are “%s”', (count, shown) => {
  expect(bytes(count, Math.ceil)).toBe(shown);
});

test.each([
  [40, '0.0 s'],
  [812, '0.8 s'],
  [9_960, '10.0 s'],
  [12_400, '12 s'],
  [59_700, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d milliseconds are “%s”', (milliseconds, shown) => {
  expect(duration(milliseconds)).toBe(shown);
});

test.each([
  [1, '1 second'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [5_400, '90 minutes'],
  [5_401, '2 hours'],
  [86_340, '24 hours'],
])('a wait of %d seconds is “%s”', (seconds, shown) => {
  expect(wait(seconds)).toBe(shown);
});

const NOW = new Date('2026-11-21T12:00:00');
test.each([
  ['2026-11-21T12:00:30', 'Just now'],
  ['2026-11-21T11:59:30', 'Just now'],
  ['2026-11-21T11:55:00', '5m ago'],
  ['2026-11-21T09:30:00', '2h ago'],
  ['2026-11-15T12:00:00', '6d ago'],
  ['2026-11-14T12:00:00', '14 Nov'],
  ['2025-11-03T12:00:00', '3 Nov 2025'],
])('what happened at %s happened “%s”', (date, shown) => {
  expect(ago(new Date(date), NOW)).toBe(shown);
});

test('days are counted without end where no date is wanted', () => {
  expect(ago(new Date('2026-10-12T12:00:00'), NOW, { dateAfterDays: Infinity })).toBe('40d ago');
});
