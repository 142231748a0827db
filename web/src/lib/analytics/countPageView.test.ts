import { AnalyticsEvent, trackEvents } from '@stagelink/shared/contracts/analytics';
import { beforeEach, expect, test, vi } from 'vitest';
import { countPageView, PATH } from './countPageView.ts';

const beacon = vi.fn<(path: string, body: Blob) => boolean>(() => true);

beforeEach(() => {
  beacon.mockClear();
  Object.assign(navigator, { sendBeacon: beacon });
  Object.defineProperty(navigator, 'doNotTrack', { value: null, configurable: true });
});

test('sends one event of the contract to the path of the contract', async () => {
  window.history.replaceState(null, '', '/?utm_source=x');
  countPageView();
  expect(PATH).toBe(trackEvents.path);
  expect(beacon).toHaveBeenCalledTimes(1);
  const [path, body] = beacon.mock.calls[0] ?? [];
  expect(path).toBe(trackEvents.path);
  const { events } = JSON.parse((await body?.text()) ?? '') as { events: unknown[] };
  expect(events.map((event) => AnalyticsEvent.parse(event))).toMatchObject([
    { eventType: 'page_view', eventData: { page: '/', referrer: '' } },
  ]);
});

test('sends nothing where the browser objects', () => {
  Object.defineProperty(navigator, 'doNotTrack', { value: '1', configurable: true });
  countPageView();
  expect(beacon).not.toHaveBeenCalled();
});
