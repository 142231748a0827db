import { comment } from '@stagelink/shared/contracts/testing/comment';
import { locator } from '@stagelink/shared/locator/testing/locator';
import { READY } from '@stagelink/shared/preview/handshake';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { good, refusal, serve } from '../../testing/server.ts';
import { visit } from '../../testing/visit.tsx';

const COMMENTS = 'GET /api/snapshots/meadow/comments';

test('a version without open pins is done with at once', async () => {
  const close = vi.spyOn(window, 'close');
  serve({
    [COMMENTS]: () => good({ comments: [] }),
    'GET /api/snapshots/meadow/versions': () => good({ versions: [] }),
  });
  visit('/pins/meadow/2');
  expect(await screen.findByText(/were verified/)).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});

const REPORT = 'POST /api/snapshots/meadow/versions/2/pins';
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
    client: 'cli',
    gitBranch: null,
    gitCommit: null,
    isShown: true,
    isDraft: false,
    contentOrigin,
    pins: null,
  };
  const requests = serve({
    [COMMENTS]: () => good({ comments: [pin] }),
    'GET /api/snapshots/meadow/versions': () => good({ versions: [version] }),
    'POST /api/snapshots/meadow/preview': () => good({ url: `${SNAPSHOT_ORIGIN}/` }),
    [REPORT]: () => good({ ok: true }),
  });
  return { requests, pin };
}

test('where previews have no origin of their own it says that pins cannot be verified', async () => {
  const { requests } = servePin(null);
  visit('/pins/meadow/2');
  expect(await screen.findByText(/cannot be verified/)).toBeTruthy();
  expect(requests[REPORT]).toBeUndefined();
});

test('pins of the published version are verified on the origin on which it opens', async () => {
  const { requests, pin } = servePin('https://label-v2.content.test');
  visit('/pins/meadow/2');
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
  port?.postMessage({ type: 'pins', findings: [{ id: pin.id, status: 'found', confidence: 1 }] });
  expect(await screen.findByText(/were verified/)).toBeTruthy();
  expect(requests[REPORT]?.[0]?.body).toMatchObject({ findings: [{ commentId: pin.id, status: 'found' }] });
});

test('a failed request ends it too, and is reported', async () => {
  const close = vi.spyOn(window, 'close');
  serve({ [COMMENTS]: () => refusal(404, 'not_found', 'The requested snapshot could not be found.') });
  visit('/pins/meadow/2');
  expect(await screen.findByText(/Failed to verify open pins/)).toBeTruthy();
  expect(close).toHaveBeenCalledOnce();
});
