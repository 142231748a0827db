import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Share } from './Share.tsx';

const SNAPSHOT = { id: 'k3q9x7m2a1b4', name: 'Checkout', public: true } as SnapshotView;

function show(pointer: 'coarse' | 'fine', share?: (data: ShareData) => Promise<void>) {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query === `(pointer: ${pointer})` }),
  );
  Object.defineProperty(navigator, 'share', { configurable: true, value: share });
  render(<Share snapshot={SNAPSHOT} />);
  return userEvent.click(screen.getByRole('button', { name: 'Share' }));
}

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'share');
});

test('on a phone the system’s share sheet is opened with the link', async () => {
  const share = vi.fn(() => Promise.resolve());
  await show('coarse', share);
  const url = `${window.location.origin}/s/${SNAPSHOT.id}`;
  await waitFor(() => expect(share).toHaveBeenCalledWith({ title: 'Checkout', url }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a sheet that is closed leaves nothing behind, one that fails leaves the link to copy', async () => {
  await show('coarse', () => Promise.reject(new DOMException('', 'AbortError')));
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
  await show('fine', share);
  expect(await screen.findByRole('dialog')).toBeTruthy();
  expect(share).not.toHaveBeenCalled();
});
