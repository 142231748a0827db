import { expect, test } from 'vitest';
import { readViewerAddress, versionQuery } from './viewerUrl.ts';

const ID = 'k3q9x7m2a1b4';

test.each([
  [`/s/${ID}`, '', '/'],
  [`/s/${ID}/`, '', '/'],
  [`/s/${ID}/pricing`, '', '/pricing'],
  [`/s/${ID}/a%20b/`, '?x=%41&&y', '/a%20b/?x=%41&y'],
  [`/s/${ID}`, '?token=secret', '/'],
  [`/s/${ID}/pricing`, '?plan=pro&token=secret&tokens=2', '/pricing?plan=pro&tokens=2'],
])('%s%s begins at %s', (pathname, search, route) => {
  expect(readViewerAddress(pathname, search)).toEqual({ root: 's', id: ID, route, version: null });
});

test.each([
  [versionQuery(4), '/', 4],
  ['?plan=pro&stagelink-version=12', '/?plan=pro', 12],
  ['?stagelink-version=0', '/', null],
  ['?stagelink-version=1e3', '/', null],
  ['?xstagelink-version=2', '/?xstagelink-version=2', null],
])('the query %s begins at %s, on version %s', (search, route, version) => {
  expect(readViewerAddress(`/s/${ID}`, search)).toEqual({ root: 's', id: ID, route, version });
});

test('the long form is read as well, and an address without an id', () => {
  expect(readViewerAddress(`/viewer/${ID}/x`, '')).toEqual({
    root: 'viewer',
    id: ID,
    route: '/x',
    version: null,
  });
  expect(readViewerAddress('/s/', '')).toEqual({ root: 's', id: '', route: '/', version: null });
  expect(readViewerAddress('/viewer', '')).toEqual({ root: 'viewer', id: '', route: '/', version: null });
});

test.each(['/', '/settings', '/snapshots/x', '/sx/abc'])('%s is no viewer', (pathname) => {
  expect(readViewerAddress(pathname, '')).toBeNull();
});
