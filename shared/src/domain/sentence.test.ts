import { expect, test } from 'vitest';
import { sentence } from './sentence.ts';

test.each([
  ['a right-to-left override', 'Ada \u202Egnp.exe', '\u2068Ada \u202Egnp.exe\u2069'],
  ['another script', 'עדה', '\u2068עדה\u2069'],
  ['the end of an isolation', 'Ada\u2069\u202E', '\u2068Ada\u202E\u2069'],
  ['no direction of its own', 'Ada', 'Ada'],
])('a name with %s does not turn the sentence around it', (_what, name, shown) => {
  expect(sentence`${name} replied ${2} times\n`).toBe(`${shown} replied 2 times\n`);
});
