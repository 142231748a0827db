import { expect, test } from 'vitest';
import { duration } from './duration.ts';

test.each([
  [40, '0.0 s'],
  [812, '0.8 s'],
  [9_960, '10.0 s'],
  [12_400, '12 s'],
  [59_700, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d milliseconds are said as %s', (milliseconds, said) => {
  expect(duration(milliseconds)).toBe(said);
});
