import { expect, test } from 'vitest';
import { periodStart } from './periods.ts';

const NOW = new Date('2026-03-01T12:34:56Z');

test.each([
  ['24h', '2026-02-28T13:00:00.000Z'],
  ['7d', '2026-02-23T00:00:00.000Z'],
  ['30d', '2026-01-31T00:00:00.000Z'],
] as const)('a period of %s consists of whole hours or days', (period, start) =>
  expect(periodStart(period, NOW).toISOString()).toBe(start),
);

test('a period at the turn of an hour includes the hour that begins', () =>
  expect(periodStart('24h', new Date('2026-03-01T00:00:00Z')).toISOString()).toBe(
    '2026-02-28T01:00:00.000Z',
  ));
