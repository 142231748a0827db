import { expect, test } from 'vitest';
import { mayCount } from './count.ts';

test.each([
  [{}, true],
  [{ doNotTrack: null }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, true],
  [{ doNotTrack: '1' }, false],
  [{ globalPrivacyControl: true }, false],
])('a browser that says %o is counted: %s', (wishes, answer) => {
  expect(mayCount(wishes)).toBe(answer);
});
