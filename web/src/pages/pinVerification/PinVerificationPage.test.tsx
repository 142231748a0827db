import { READY } from '@stagelink/shared/preview/handshake';
import { comment } from '@stagelink/shared/testing/comment';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { locator } from '@stagelink/shared/testing/locator';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const COMMENTS = 'GET /api/snapshots/:id/comments';

test('a version without open pins is done with at once', async () => {
  const close = vi.spyOn(window, 'close');
  serve({
    [COMMENTS]: () => ({ comments: [] }),
    'GET /api/snapshots/:id/versions': () => ({ versions: [], keepVersions: null }),
  });
  visit('/pins/k3q9x7m2a1b4/2');
  expect(await screen.findByText(/were verified/)).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});

const REPORT = 'POST /api/snapshots/:id/versions/:version/pins';
const SNAPSHOT_ORIGIN = 'https://label.content.test';

/** One open pin on version 2, whose preview opens on the snapshot's origin, as that of a published version does. */
function servePin(contentOrigin: string | null) {
  const pin = comment({ pinNumber: 1, locator: locator() });
  const version = {
    number: 2,
    createdAt: '2026-11-14T09:30:00.000Z',
    totalBytes: 1,
    fileCount: 1,
    picture: '/picture',
    client: 'cli' as const,
    gitBranch: null,
    gitCommit: null,
    isShown: true,
    isDraft: false,
    contentOrigin,
    pins: null,
    removedPins: 0,
  };
  const requests = serve({
    [COMMENTS]: () => ({ comments: [pin] }),
    'GET /api/snapshots/:id/versions': () => ({ versions: [version], keepVersions: null }),
    'POST /api/snapshots/:id/preview': () => ({ url: `${SNAPSHOT_ORIGIN}/` }),
    [REPORT]: () => ({ ok: true }),
  });
  return { requests, pin };
}

test('where previews have no origin of their own it says that pins cannot be verified', async () => {
  const { requests } = servePin(null);
  visit('/pins/k3q9x7m2a1b4/2');
  expect(await screen.findByText(/cannot be verified/)).toBeTruthy();
  expect(requests[REPORT]).toBeUndefined();
});

test('pins of the published version are verified on the origin on which it opens', async () => {
  const { requests, pin } = servePin('https://label-v2.content.test');
  visit('/pins/k3q9x7m2a1b4/2');
  const frame = await waitFor(() => {
    const shown = document.querySelector('iframe');
    if (!shown) throw new Error('No page is being verified');
    return shown;
  });
  // jsdom gives a frame of another origin no window.
  Object.defineProperty(frame, 'contentWindow', { value: window });
  let port: MessagePort | undefined;
  vi.spyOn(window, 'postMessage').mockImplementation((...[, , offered]: unknown[]) => {
    [port] = offered as MessagePort[];
  });
  window.dispatchEvent(new MessageEvent('message', { data: READY, origin: SNAPSHOT_ORIGIN, source: window }));
  port?.postMessage({ type: 'state', route: '/', title: '', viewport: { width: 1280, height: 800 } });
  port?.postMessage({ type: 'pins', findings: [{ id: pin.id, status: 'found', confidence: 1 }] });
  expect(await screen.findByText(/were verified/)).toBeTruthy();
  expect(requests[REPORT]?.[0]?.input).toMatchObject({ findings: [{ commentId: pin.id, status: 'found' }] });
});

test('a failed request ends it too, and is reported', async () => {
  const close = vi.spyOn(window, 'close');
  const missing = () => refusal(404, 'not_found', 'The requested snapshot could not be found.');
  serve({ [COMMENTS]: missing, 'GET /api/snapshots/:id/versions': missing });
  visit('/pins/k3q9x7m2a1b4/2');
  expect(await screen.findByText(/Failed to verify open pins/)).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});
