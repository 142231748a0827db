import { type AnalyticsEvent, trackEvents } from '@stagelink/shared/contracts/analytics';
import { ANALYTICS_BATCH } from '@stagelink/shared/contracts/limits';
import { createQueue } from './analyticsQueue.ts';
import { eventOf, sendBeacon } from './event.ts';
import { callQuietly } from '../api.ts';

const queue = createQueue(async (events) => {
  await callQuietly(trackEvents, { events });
});

export const track = (eventType: AnalyticsEvent['eventType'], page: string): void =>
  queue.add(eventOf(eventType, page));

window.addEventListener('pagehide', () => {
  const left = queue.takeAll();
  for (let at = 0; at < left.length; at += ANALYTICS_BATCH)
    sendBeacon(trackEvents.path, left.slice(at, at + ANALYTICS_BATCH));
});
