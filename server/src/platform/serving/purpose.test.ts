import { expect, test } from 'vitest';
import { purposeHeaders, purposeOf } from './purpose.ts';

test.each([
  [{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }, 'document'],
  [{ 'sec-fetch-dest': 'iframe' }, 'document'],
  [{ 'sec-fetch-dest': 'frame' }, 'document'],
  [{ 'sec-fetch-dest': 'embed' }, 'document'],
  [{ 'sec-fetch-dest': 'object' }, 'document'],
  [{ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'navigate' }, 'document'],
  [{ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors', accept: 'text/html' }, 'data'],
  [{ 'sec-fetch-mode': 'same-origin', accept: 'text/html' }, 'data'],
  [{ 'sec-fetch-dest': 'serviceworker' }, 'script'],
  [{ 'sec-fetch-dest': 'script' }, 'script'],
  [{ 'sec-fetch-dest': 'style' }, 'style'],
  [{ 'sec-fetch-dest': 'image' }, 'image'],
  [{ 'sec-fetch-dest': 'font' }, 'data'],
  [{ accept: 'text/html,*/*;q=0.8' }, 'document'],
  [{ accept: 'text/css,*/*;q=0.1' }, 'style'],
  [{ accept: '*/*' }, 'unknown'],
  [{}, 'unknown'],
] as const)('a request with %o is for a %s', (headers, purpose) => {
  expect(purposeOf({ headers })).toBe(purpose);
});

test('Accept is named only where it decided', () => {
  expect(purposeHeaders({ headers: { accept: '*/*' } })).toContain('Accept');
  expect(purposeHeaders({ headers: { 'sec-fetch-dest': 'empty' } })).not.toContain('Accept');
});
