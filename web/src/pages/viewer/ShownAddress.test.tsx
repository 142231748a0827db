import type { Version } from '@stagelink/shared/contracts/versions';
import { render, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { noPreview } from './embedded/noPreview.ts';
import { ShownAddress, type ShownAddressProps } from './ShownAddress.tsx';

const ID = 'k3q9x7m2a1b4';
const THREAD = '6f1f0a52-9a3d-4a73-9f0c-2f2f6d1c7a11';

const version = (number: number, isShown: boolean): Version => ({
  number,
  createdAt: '2026-11-14T09:30:00.000Z',
  totalBytes: 1,
  fileCount: 1,
  picture: null,
  client: 'cli',
  gitBranch: null,
  gitCommit: null,
  isShown,
  isDraft: false,
  contentOrigin: `https://x-v${number}.content.test`,
  pins: null,
  removedPins: 0,
});

const visit = vi.fn<(route: string) => void>();
const showVersion = vi.fn<(other: unknown) => void>();

interface Shown {
  route?: string;
  version?: number;
  thread?: string | null;
  contentOrigin?: string | null;
  /** Whether the page has reported, so that the route is its own and not the requested one. */
  isReported?: boolean;
}

function propsOf({
  route = '/',
  version = 3,
  thread = null,
  contentOrigin = 'https://x.content.test',
  isReported = true,
}: Shown) {
  const report = { type: 'state', route, title: '', viewport: { width: 1, height: 1 } } as const;
  const preview = { ...noPreview(version), page: isReported ? report : null, visit, showVersion };
  return {
    snapshot: { id: ID, version: 3, contentOrigin },
    preview,
    route,
    thread,
  } satisfies ShownAddressProps;
}

function open(address: string, shown: Shown) {
  window.history.replaceState(null, '', address);
  const { rerender } = render(<ShownAddress {...propsOf(shown)} />);
  return { show: (next: Shown) => rerender(<ShownAddress {...propsOf(next)} />) };
}

const here = () => window.location.pathname + window.location.search + window.location.hash;

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true);
  visit.mockReset();
  showVersion.mockReset();
});
afterEach(() => window.history.replaceState(null, '', '/'));

test('the address follows the page, with the prototype’s own query and hash', async () => {
  const { show } = open(`/s/${ID}`, {});
  const entries = window.history.length;
  show({ route: '/about?tab=2#team' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about?tab=2#team`));
  show({ route: '/' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}`));
  expect(window.history.length).toBe(entries);
});

test('the hash stays in the address until the page has it, and goes when the page drops it', async () => {
  const { show } = open(`/s/${ID}/about#team`, { route: '/about' });
  show({ route: '/about#team' });
  show({ route: '/about#jobs' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about#jobs`));
  show({ route: '/about' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about`));
});

test('the requested hash stays in the address while the page has not reported it', async () => {
  const { show } = open(`/s/${ID}/about#team`, { route: '/about#team', isReported: false });
  await new Promise(requestAnimationFrame);
  show({ route: '/about' });
  await new Promise(requestAnimationFrame);
  expect(here()).toBe(`/s/${ID}/about#team`);
});

test('a page that reports no hash at first leaves the address alone', async () => {
  const replaceState = vi.spyOn(window.history, 'replaceState');
  const { show } = open(`/s/${ID}/about#team`, { route: '/about' });
  await new Promise(requestAnimationFrame);
  show({ route: '/jobs' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/jobs`));
  expect(replaceState.mock.calls.map(([, , url]) => url)).toEqual([`/s/${ID}/about#team`, `/s/${ID}/jobs`]);
});

test.each([
  [`/viewer/${ID}/about`, { route: '/about' }, `/s/${ID}/about`],
  [`/s/${ID}?stagelink-version=3`, {}, `/s/${ID}`],
  [`/s/${ID}`, { version: 1, route: '/a' }, `/s/${ID}/a?stagelink-version=1`],
  [`/s/${ID}`, { contentOrigin: null, route: '/a' }, `/viewer/${ID}/a`],
  [`/s/${ID}`, { contentOrigin: null, route: '/#/a' }, `/s/${ID}#/a`],
])('opened at %s the viewer that shows %j is at %s', async (from, shown, to) => {
  open(from, shown);
  await waitFor(() => expect(here()).toBe(to));
});

test('without a secure context, where browsers name no destination, the long form leads to the viewer', async () => {
  vi.stubGlobal('isSecureContext', false);
  open(`/s/${ID}`, { route: '/about' });
  await waitFor(() => expect(here()).toBe(`/viewer/${ID}/about`));
});

test('an open thread is in the address of its page until it is closed', async () => {
  const { show } = open(`/s/${ID}#thread=${THREAD}`, { thread: THREAD });
  show({ thread: THREAD, route: '/about#team' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about#thread=${THREAD}`));
  show({ route: '/about#team' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about#team`));
});

test('a panel stays in the address until the page changes', async () => {
  const { show } = open(`/viewer/${ID}/x#panel=reviews`, { route: '/x', version: 1 });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/x?stagelink-version=1`));
  window.history.replaceState(null, '', `/s/${ID}/x#panel=reviews`);
  show({ route: '/x' });
  show({ route: '/y' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/y`));
});

test.each([`#review=stolen`, `#review=stolen&thread=${THREAD}`, `#thread=${THREAD}`, '#panel=reviews'])(
  'a prototype cannot put %s into the address',
  async (hash) => {
    open(`/s/${ID}`, { route: `/x${hash}` });
    await waitFor(() => expect(here()).toBe(`/s/${ID}/x`));
  },
);

test('a prototype cannot lead the address out of the snapshot', async () => {
  const { show } = open(`/s/${ID}/x`, { route: '/x' });
  show({ route: '/../../authorize?client=editor' });
  await waitFor(() => expect(here()).toBe(`/s/${ID}`));
});

test('Back from another version shows the live one again, and Forward the other', async () => {
  const versions = [version(3, true), version(1, false)];
  serve({ 'GET /api/snapshots/:id/versions': () => ({ versions, keepVersions: null }) });
  const { show } = open(`/s/${ID}/about`, { route: '/about' });
  show({ route: '/about', version: 1 });
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about?stagelink-version=1`));

  window.history.back();
  await waitFor(() => expect(showVersion).toHaveBeenCalledExactlyOnceWith(null));
  show({ route: '/about' });
  expect(here()).toBe(`/s/${ID}/about`);

  window.history.forward();
  await waitFor(() => expect(showVersion).toHaveBeenLastCalledWith(expect.objectContaining({ number: 1 })));
});

test('Back to a version that was deleted meanwhile shows the live one, and says so', async () => {
  serve({ 'GET /api/snapshots/:id/versions': () => ({ versions: [version(3, true)], keepVersions: null }) });
  const { show } = open(`/s/${ID}?stagelink-version=1`, { version: 1 });
  show({});
  await waitFor(() => expect(here()).toBe(`/s/${ID}`));
  window.history.back();
  await waitFor(() => expect(showVersion).toHaveBeenCalledExactlyOnceWith(null));
  expect(here()).toBe(`/s/${ID}`);
});

test('another hash in the address of an open viewer leads the preview there, a thread does not', async () => {
  open(`/s/${ID}/about`, { route: '/about' });
  window.location.hash = '#team';
  await waitFor(() => expect(visit).toHaveBeenCalledExactlyOnceWith('/about#team'));
  window.location.hash = `#thread=${THREAD}`;
  await waitFor(() => expect(here()).toBe(`/s/${ID}/about#thread=${THREAD}`));
  expect(visit).toHaveBeenCalledOnce();
});
