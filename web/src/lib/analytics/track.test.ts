import { expect, test } from 'vitest';
import { mayCount } from './track.ts';

test.each([
  [{}, true],
  [{ doNotTrack: null }, true],
  [{ doNotTrack: '0', globalPrivacyControl: false }, true],
  [{ doNotTrack: '1' }, false],
  [{ globalPrivacyControl: true }, false],
])('a browser with %o is tracked: %s', (settings, answer) => {
  expect(mayCount(settings)).toBe(answer);
});
