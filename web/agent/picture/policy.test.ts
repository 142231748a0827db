import { expect, test } from 'vitest';
import { isAllowed } from './policy.ts';

const allows = (policies: string[], directive: 'img-src' | 'connect-src', source: string) => {
  document.head.innerHTML = policies
    .map((policy) => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
    .join('');
  return isAllowed(document, directive, source);
};

test.each<[string[], boolean]>([
  [[], true],
  [["script-src 'self'"], true],
  [["default-src 'self'"], false],
  [["default-src 'self'; img-src 'self' data:"], true],
  [["IMG-SRC  'self'   DATA: ;"], true],
  [['img-src *'], false],
  [["img-src 'none'"], false],
  [['img-src'], false],
  [['img-src data:; img-src https:'], true],
  [['img-src data:', "default-src 'self'"], false],
])('under %j a picture may be drawn: %s', (policies, isSo) => {
  expect(allows(policies, 'img-src', 'data:')).toBe(isSo);
});

test('its own files are read where the policy allows it', () => {
  expect(allows(["default-src 'self'"], 'connect-src', "'self'")).toBe(true);
  expect(allows(['connect-src *'], 'connect-src', "'self'")).toBe(true);
  expect(allows(["connect-src 'none'; default-src *"], 'connect-src', "'self'")).toBe(false);
});
