import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Share } from './Share.tsx';

const SNAPSHOT = {
  id: 'k3q9x7m2a1b4',
  name: 'Checkout',
  public: true,
  version: 3,
  contentOrigin: 'https://x.content.test',
} as SnapshotView;
const LINK = `${window.location.origin}/s/${SNAPSHOT.id}`;

interface Shown {
  share?: (data: ShareData) => Promise<void>;
  route?: string;
  version?: number;
}

function show(pointer: 'coarse' | 'fine', { share, route = '/', version = 3 }: Shown) {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query === `(pointer: ${pointer})` }),
  );
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  render(<Share snapshot={SNAPSHOT} route={route} version={version} />);
  return userEvent.click(screen.getByRole('button', { name: 'Share' }));
}

beforeEach(() => vi.stubGlobal('isSecureContext', true));
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('on a phone the system’s share sheet is opened with the address of what is shown', async () => {
  const share = vi.fn(() => Promise.resolve());
  window.history.replaceState(null, '', '/s/k3q9x7m2a1b4/about?stagelink-version=2');
  await show('coarse', { share });
  const url = `${LINK}/about?stagelink-version=2`;
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Checkout', url }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a sheet that is closed leaves nothing behind, one that fails leaves the link to copy', async () => {
  await show('coarse', { share: () => Promise.reject(new DOMException('', 'AbortError')) });
  expect(screen.queryByRole('dialog')).toBeNull();
  Object.defineProperty(navigator, 'share', {
    configurable: true,
    value: () => Promise.reject(new DOMException('', 'NotAllowedError')),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Share' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('with a mouse, or without a share sheet, the link is shown', async () => {
  const share = vi.fn(() => Promise.resolve());
  await show('fine', { share });
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(share).not.toHaveBeenCalled();
});

test('the link is the one to what is shown; page and version can be left out', async () => {
  await show('fine', { route: '/about', version: 2 });
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  expect(link.value).toBe(`${LINK}/about?stagelink-version=2`);
  await userEvent.click(screen.getByRole('checkbox', { name: 'This page' }));
  expect(link.value).toBe(`${LINK}?stagelink-version=2`);
  await userEvent.click(screen.getByRole('checkbox', { name: 'This version (2)' }));
  expect(link.value).toBe(LINK);
});

test('the link to the live version follows it, unless the version is chosen', async () => {
  await show('fine', {});
  const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' });
  expect(link.value).toBe(LINK);
  expect(screen.queryByRole('checkbox', { name: 'This page' })).toBeNull();
  await userEvent.click(screen.getByRole('checkbox', { name: 'This version (3)' }));
  expect(link.value).toBe(`${LINK}?stagelink-version=3`);
});
