import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { FromAgent } from '@stagelink/shared/preview/messages';
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toastAction } from '../../kit/toast.ts';
import { useIsolationNotice } from './useIsolationNotice.ts';
import type { Preview } from './usePreview.ts';

vi.mock('../../kit/toast.ts', () => ({ toastAction: vi.fn<typeof toastAction>() }));

test('a page that the browser does not isolate is named once, with a tab of its own to open', async () => {
  const listeners = new Set<(message: FromAgent) => void>();
  const listen = (listener: (message: FromAgent) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const snapshot = { id: 's', contentUrl: 'http://s.localhost/', version: 1 } as SnapshotView;
  const preview = { listen, route: '/', version: 1 } as unknown as Preview;
  renderHook(() => useIsolationNotice(snapshot, preview));

  for (const listener of listeners) listener({ type: 'unisolated' });
  expect(listeners.size).toBe(0);
  await expect.poll(() => vi.mocked(toastAction).mock.calls.length).toBe(1);
  const [message, label] = vi.mocked(toastAction).mock.calls[0] ?? [];
  expect(message).toBe('This page needs shared memory. Your browser allows that only in a tab of its own.');
  expect(label).toBe('Open in new tab');
});
