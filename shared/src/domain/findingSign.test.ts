import { expect, test } from 'vitest';
import { findingSign } from './findingSign.ts';

test.each([
  [1, 'a'],
  [26, 'z'],
  [27, 'aa'],
  [52, 'az'],
  [703, 'aaa'],
])('finding %i is marked %s', (number, sign) => expect(findingSign(number)).toBe(sign));
