import { expect, test } from 'vitest';
import { ignoreRules } from './ignoreRules.ts';

const PROJECT = { prefix: 'dist/', text: '*.map\n/dist/drafts/\n/src\n' };
const OUTPUT = { prefix: '', text: '/private.html\n' };

test.each([
  ['index.html', false],
  ['app.js.map', true],
  ['assets/app.js.map', true],
  ['drafts/', true],
  ['drafts/index.html', true],
  ['src/index.html', false],
  ['private.html', true],
  ['a/private.html', false],
  ['.git/config', true],
  ['.env', true],
])('of an output, whether %s is ignored: %s', (path, isIgnored) => {
  expect(ignoreRules([PROJECT, OUTPUT])(path)).toBe(isIgnored);
});
