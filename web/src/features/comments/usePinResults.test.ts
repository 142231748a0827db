import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { PinFinding } from '@stagelink/shared/preview/messages';
import { renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import type { Thread } from './threads.ts';
import type { Preview } from '../preview/usePreview.ts';
import { usePinResults } from './usePinResults.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a pin is reported once, and again when it is found after it was reported as lost', async () => {
  vi.useFakeTimers();
  const reported: string[] = [];
  serve({
    'POST /api/snapshots/:id/versions/:version/pins': ({ input }) => {
      reported.push(...input.findings.map(({ status }) => status));
      return { ok: true };
    },
  });
  const id = crypto.randomUUID();
  const root = { id, state: 'published', isPending: false, locator: {}, version: 1 };
  const threads = [{ root }] as unknown as Thread[];
  const previewWith = (status: PinFinding['status']) =>
    ({ findings: new Map([[id, { id, status, confidence: 0.5 }]]), version: 2 }) as unknown as Preview;
  const snapshot = { id: 'k3q9x7m2a1b4' } as SnapshotView;
  const { rerender } = renderHook(({ preview }) => usePinResults(snapshot, preview, threads), {
    initialProps: { preview: previewWith('lost') },
  });
  for (const status of ['lost', 'found', 'lost', 'doubtful', 'found'] as const) {
    rerender({ preview: previewWith(status) });
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(reported).toEqual(['lost', 'found']);
});
