import { expect, test } from 'vitest';
import { PROMPT } from './prompt.ts';

test.each([
  'static, self-contained',
  'package.json in the root of the project, with a "build" script',
  'dist, build or out',
  'absolute paths',
  'no external resources',
  'At most 5MB per file',
  'Under 20MB and 10,000 files in total',
])('the instructions contain: %s', (rule) => {
  expect(PROMPT).toContain(rule);
});
