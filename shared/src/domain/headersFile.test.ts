import { expect, test } from 'vitest';
import { HEADER_RULES, headersFor, parseHeaders } from './headersFile.ts';

const headers = (text: string, path: string) =>
  Object.fromEntries(headersFor(parseHeaders(text).rules, path));
const reasons = (text: string) => parseHeaders(text).ignored.map(({ line, reason }) => `${line} ${reason}`);

const ISOLATED = `
# threads
/*
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Embedder-Policy: require-corp
/docs/:page/print
  X-Paper: A4
  Link: </a.css>; rel=preload
/docs/*
  Link: </b.css>; rel=preload
  ! Cross-Origin-Embedder-Policy
`;

test('headers of all matching rules apply in order', () => {
  const opener = { 'cross-origin-opener-policy': 'same-origin' };
  expect(headers(ISOLATED, '/')).toEqual({ ...opener, 'cross-origin-embedder-policy': 'require-corp' });
  expect(headers(ISOLATED, '/docs/a')).toEqual({ ...opener, link: '</b.css>; rel=preload' });
  expect(headers(ISOLATED, '/docs/a/print')).toMatchObject({
    'x-paper': 'A4',
    link: '</a.css>; rel=preload, </b.css>; rel=preload',
  });
  expect(reasons(ISOLATED)).toEqual([]);
});

test.each([
  ['/*.js', '/a/b.js', true],
  ['/*.js', '/a/bjs', false],
  ['/a.js', '/a.js', true],
  ['/a.js', '/aXjs', false],
  ['/a/*', '/a', false],
  ['/:page', '/a/b', false],
  ['/(a|b)', '/a', false],
])('the pattern %s and the path %s match: %s', (pattern, path, matches) => {
  expect(headers(`${pattern}\n X-A: 1`, path)).toEqual(matches ? { 'x-a': '1' } : {});
});

test.each([
  'Cache-Control: max-age=1',
  'CDN-Cache-Control: max-age=1',
  'Set-Cookie: a=b',
  'Content-Security-Policy: script-src none',
  'Content-Security-Policy-Report-Only: script-src none',
  'X-Frame-Options: DENY',
  'Connection: close',
  'Transfer-Encoding: chunked',
  'Content-Length: 1',
  'Content-Encoding: gzip',
  'Content-Type: text/html',
  'Location: /elsewhere',
  'Refresh: 0',
  'Clear-Site-Data: "*"',
  'Access-Control-Allow-Credentials: true',
  'Strict-Transport-Security: max-age=1',
  'Report-To: {}',
  'Referrer-Policy: unsafe-url',
  'Origin-Agent-Cluster: ?0',
  'X-Accel-Redirect: /internal',
  'X-Sendfile: /etc/passwd',
  'X-Envoy-Immediate-Health-Check-Fail: true',
  'X-Robots-Tag: all',
  'Vary: Origin',
  'ETag: "a"',
])('%s is ignored and named', (line) => {
  const text = `/*\n  ${line}`;
  expect(headers(text, '/')).toEqual({});
  expect(reasons(text)).toEqual([`2 sets ${line.split(':')[0]}`]);
});

test('what a preview sends anyway is not named', () => {
  expect(reasons('/*\n X-Content-Type-Options: nosniff\n X-Robots-Tag: noindex')).toEqual([]);
});

test.each([
  ['/*\n  X-A: a\rSet-Cookie: b=c', ['2 has a value that cannot be sent']],
  ['/*\n  X-A: caf\u00e9', ['2 has a value that cannot be sent']],
  ['/*\n  X-A: a\u0000', ['2 has a value that cannot be sent']],
  [`/*\n  X-A: ${'a'.repeat(3_000)}`, ['2 has a value that cannot be sent']],
  ['/*\n  X A: a', ['2 is no header']],
  ['/*\n  nothing', ['2 is no header']],
  ['X-A: a', ['1 belongs to no path']],
  ['https://other.example/*\n  X-A: a', ['1 is about another host', '2 belongs to no path']],
  ['/:a/:b/:c/:d/:e/:f\n  X-A: a', ['1 has more than 5 placeholders', '2 belongs to no path']],
  ['/*/*\n  X-A: a', ['1 has more than one *', '2 belongs to no path']],
])('the line in %j is ignored', (text, expected) => {
  expect(reasons(text)).toEqual(expected);
  expect(headers(text, '/')).toEqual({});
});

test('a file of any size has a bounded number of rules and headers', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `/p${at}\n  X-A: a`);
  const { rules, ignored } = parseHeaders(lines.join('\n'));
  expect(rules).toHaveLength(HEADER_RULES);
  expect(ignored).toHaveLength(20_000 - 2 * HEADER_RULES);
  const one = parseHeaders(`/*\n${Array.from({ length: 10_000 }, (_, at) => `  X-${at}: a`).join('\n')}`);
  expect(one.rules[0]?.headers.size).toBe(50);
});

test('a hostile pattern costs no time', () => {
  const { rules } = parseHeaders(`/*${'/:a'.repeat(5)}/b\n  X-A: a`);
  expect(headersFor(rules, `${'/a'.repeat(499)}`).size).toBe(0);
  expect(headersFor(rules, '/'.repeat(100_000)).size).toBe(0);
});
