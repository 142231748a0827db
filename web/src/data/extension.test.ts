import { expect, test } from 'vitest';
import { isNewer } from './extension.ts';

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0', '1.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['1.0', '1.0.0', false],
  ['1.0.0', '1.0.1', false],
  ['1.9.0', '1.10.0', false],
])('whether %s is newer than %s: %s', (version, than, answer) => {
  expect(isNewer(version, than)).toBe(answer);
});
