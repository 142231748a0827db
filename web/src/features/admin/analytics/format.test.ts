import { expect, test } from 'vitest';
import { abbreviated, feedTime } from './format.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1K'],
  [1250, '1.2K'],
  [999_999, '999.9K'],
  [1_000_000, '1M'],
  [3_460_000, '3.4M'],
])('%i is shown as %s', (number, text) => expect(abbreviated(number)).toBe(text));

const NOW = new Date('2026-11-24T12:00:00Z');
test.each([
  [59, 'Just now'],
  [60, '1m ago'],
  [3599, '59m ago'],
  [3600, '1h ago'],
  [86_399, '23h ago'],
  [86_400, 'Yesterday'],
  [2 * 86_400, '2d ago'],
  [7 * 86_400 - 1, '6d ago'],
  [7 * 86_400, '17 Nov'],
])('an event of %i seconds ago happened %s', (seconds, text) => {
  expect(feedTime(new Date(NOW.getTime() - seconds * 1000), NOW)).toBe(text);
});
