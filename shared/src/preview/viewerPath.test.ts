import { expect, test } from 'vitest';
import { viewerPath } from './viewerPath.ts';
import { readViewerAddress } from './viewerUrl.ts';

const ID = 'k3q9x7m2a1b4';

test.each([
  ['/', null, ''],
  ['/?plan=pro', null, '?plan=pro'],
  ['/#/settings', null, '#/settings'],
  ['/about', null, '/about'],
  ['/a%20b/?x=1&x=2#team', null, '/a%20b/?x=1&x=2#team'],
  ['/', 2, '?stagelink-version=2'],
  ['/about?plan=pro#team', 2, '/about?plan=pro&stagelink-version=2#team'],
])('a viewer on %s of version %s is at this address, and read from it again', (route, version, rest) => {
  const path = viewerPath(ID, { route, version });
  expect(path).toBe(`/s/${ID}${rest}`);
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? [];
  const read = readViewerAddress(pathname, search);
  expect([read?.id, (read?.route ?? '') + hash, read?.version]).toEqual([ID, route, version]);
});

test.each([
  ['/?token=secret&plan=pro', '?plan=pro'],
  ['/x?stagelink-version=9', '/x'],
  ['/x#review=stolen&thread=1', '/x'],
  ['/#thread=1', ''],
  ['/#panel=reviews', ''],
])('the address of %s contains no parameter and no hash of ours', (route, rest) => {
  expect(viewerPath(ID, { route })).toBe(`/s/${ID}${rest}`);
});

test.each([
  '/../settings',
  '/../../authorize?client=editor',
  '/%2e%2e/%2E%2e/authorize',
  '/.%2e',
  '/.\t./login',
  '/\\..\\..\\login',
  '/../other0000000/',
  '/a/../../..',
])('a route that leads up has the address of the start page: %j', (route) => {
  expect(viewerPath(ID, { route, version: 2 })).toBe(`/s/${ID}?stagelink-version=2`);
});

test.each([
  '//evil.example/x',
  '/\\evil.example',
  '/%2f%2fevil.example',
  `/${'a'.repeat(4096)}`,
  '/..%2f..',
  '/a..b',
])('a page called %j has an address below the snapshot’s', (route) => {
  expect(viewerPath(ID, { route })).toBe(`/s/${ID}${route}`);
});

test('the address of a thread names its page and version', () => {
  expect(viewerPath(ID, { route: '/a?b=1#c', version: 2, thread: 'x' })).toBe(
    `/s/${ID}/a?b=1&stagelink-version=2#thread=x`,
  );
  expect(viewerPath(ID, { thread: 'x' })).toBe(`/s/${ID}#thread=x`);
});
