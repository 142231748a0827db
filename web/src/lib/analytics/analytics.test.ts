import { trackEvents } from '@stagelink/shared/contracts/analytics';
import { afterEach, expect, test, vi } from 'vitest';
import { track } from './analytics.ts';

afterEach(() => vi.unstubAllGlobals());

test('unsent events are sent when the page is closed, according to the contract', async () => {
  const beacon = vi.fn<Navigator['sendBeacon']>(() => true);
  Object.assign(navigator, { sendBeacon: beacon });
  track('page_view', '/dashboard');
  track('dashboard_visit', '/dashboard');
  window.dispatchEvent(new Event('pagehide'));
  window.dispatchEvent(new Event('pagehide'));

  expect(beacon).toHaveBeenCalledTimes(1);
  const [address, body] = beacon.mock.calls[0] ?? [];
  expect(address).toBe('/analytics/track/batch');
  expect((body as Blob).type).toBe('application/json');
  const { events } = trackEvents.input.parse(JSON.parse(await (body as Blob).text()));
  expect(events.map(({ eventType, eventData }) => [eventType, eventData.page])).toEqual([
    ['page_view', '/dashboard'],
    ['dashboard_visit', '/dashboard'],
  ]);
});

test('what a closing page sends comes in batches of the size the server takes', async () => {
  const beacon = vi.fn<Navigator['sendBeacon']>(() => true);
  Object.assign(navigator, { sendBeacon: beacon });
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  for (let n = 0; n < 23; n += 1) track('page_view', `/page${n}`);
  window.dispatchEvent(new Event('pagehide'));
  const bodies = await Promise.all(beacon.mock.calls.map(([, body]) => (body as Blob).text()));
  const sizes = bodies.map((body) => trackEvents.input.parse(JSON.parse(body)).events.length);
  expect(sizes).toEqual([10, 10, 3]);
});

test('an event has an id where the browser makes none, over HTTP under a name of the network', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const beacon = vi.fn<Navigator['sendBeacon']>(() => true);
  Object.assign(navigator, { sendBeacon: beacon });
  track('page_view', '/dashboard');
  window.dispatchEvent(new Event('pagehide'));
  const body = beacon.mock.calls[0]?.[1] as Blob;
  expect(trackEvents.input.parse(JSON.parse(await body.text())).events).toHaveLength(1);
});
