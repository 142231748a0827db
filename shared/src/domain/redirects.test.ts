import { expect, test } from 'vitest';
import { parseRedirects, REDIRECT_RULES, REDIRECTS_BYTES, type RedirectRule } from './redirects.ts';

const rule = (more: Partial<RedirectRule>): RedirectRule => ({
  from: ['a'],
  hasSplat: false,
  to: '/b',
  status: 301,
  isForced: false,
  ...more,
});

test.each<[line: string, rule: RedirectRule]>([
  ['/a /b', rule({})],
  ['  /a\t/b  302!  # why', rule({ status: 302, isForced: true })],
  ['/a/ /b 307', rule({ status: 307 })],
  ['/* /index.html 200', rule({ from: [], hasSplat: true, to: '/index.html', status: 200 })],
  ['/a/* /b/:splat 308', rule({ hasSplat: true, to: '/b/:splat', status: 308 })],
  ['/a/* 200', rule({ hasSplat: true, to: '/a/:splat', status: 200 })],
  ['/a/:id/x /b?id=:id#x 303', rule({ from: ['a', ':id', 'x'], to: '/b?id=:id#x', status: 303 })],
  ['/caf%C3%A9 /b', rule({ from: ['café'] })],
  ['/100% /b', rule({ from: ['100%'] })],
  ['/ /en/ 302', rule({ from: [], to: '/en/', status: 302 })],
  ['/* /404.html 404', rule({ from: [], hasSplat: true, to: '/404.html', status: 404 })],
])('“%s” is followed', (line, expected) => {
  expect(parseRedirects(line)).toEqual({ rules: [expected], ignored: [] });
});

test.each([
  ['/a https://example.com/ 301', 'leads to another host'],
  ['/a https://example.com/ 200', 'leads to another host'],
  ['/a //example.com', 'leads to another host'],
  ['/a /\\example.com', 'leads to another host'],
  ['https://example.com/a /b', 'is about another host'],
  ['/a', 'has no target that begins with a slash'],
  ['/a b 301', 'has no target that begins with a slash'],
  ['/a /.netlify/functions/x 200', 'leads to a function'],
  ['/a id=:id /b/:id 301', 'looks at the query'],
  ['/a /b 302 Country=de', 'has a condition'],
  ['/a /b Country=de', 'has a condition'],
  ['/a /b 200 Signed=KEY', 'has a condition'],
  ['/a /b 410', 'has the status 410'],
  ['/*/x /b', 'has * before its end'],
  ['/a*.html /b', 'has * before its end'],
  [`/a /${'b'.repeat(2_000)}`, 'is too long'],
])('“%s” is ignored and named', (line, reason) => {
  expect(parseRedirects(`# a comment\n\n${line}\r\n`)).toEqual({ rules: [], ignored: [{ line: 3, reason }] });
});

test('a byte order mark does not matter', () => {
  expect(parseRedirects('\ufeff/a /b').rules).toEqual([rule({})]);
});

test('what follows a limited number of rules is ignored and named', () => {
  const { rules, ignored } = parseRedirects('/a /b\n'.repeat(10_000));
  expect(rules).toHaveLength(REDIRECT_RULES);
  expect(ignored).toHaveLength(8_000);
  expect(ignored[0]).toEqual({ line: 2001, reason: 'is beyond the limit' });
});

test('what follows a limited number of bytes is ignored and named', () => {
  const text = `/a /b\n/${'x'.repeat(REDIRECTS_BYTES)} /b`;
  expect(parseRedirects(text)).toEqual({
    rules: [rule({})],
    ignored: [{ line: 2, reason: 'is beyond the limit' }],
  });
});
