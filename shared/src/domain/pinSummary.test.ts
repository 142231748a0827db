import { expect, test } from 'vitest';
import { pinSummary } from './pinSummary.ts';

const NONE = { found: 0, doubtful: 0, lost: 0, unknown: 0 };

test.each([
  [{ found: 1 }, 'Its pin was found'],
  [{ found: 3 }, 'All 3 pins were found'],
  [{ lost: 1 }, '1 of 1 pin lost'],
  [{ found: 2, lost: 2, doubtful: 1 }, '2 of 5 pins lost, 1 doubtful'],
  [{ found: 1, removed: 1 }, '1 of 2 pins removed'],
  [{ lost: 1, removed: 2, doubtful: 1 }, '1 of 4 pins lost, 2 removed, 1 doubtful'],
  [{ found: 2, unknown: 1 }, '1 of 3 pins not checked'],
])('%o is “%s”', (pins, sentence) => {
  expect(pinSummary({ ...NONE, ...pins })).toBe(sentence);
});
