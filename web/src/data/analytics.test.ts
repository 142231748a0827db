import { trackEvents } from '@stagelink/shared/contracts/analytics';
import { expect, test, vi } from 'vitest';
import { track } from './analytics.ts';

test('what has not been sent when the page goes is sent as it goes, as the contract says', async () => {
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
