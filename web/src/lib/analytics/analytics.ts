import { type AnalyticsEvent, trackEvents } from '@stagelink/shared/contracts/analytics';
import { ANALYTICS_BATCH } from '@stagelink/shared/contracts/limits';
import { createQueue } from './analyticsQueue.ts';
import { callQuietly } from '../api.ts';
import { parseUrl } from '../parseUrl.ts';
import { uuid } from '../uuid.ts';

const TEXT_MAX = 500;

const queue = createQueue(async (events) => {
  await callQuietly(trackEvents, { events });
});

/** Reduces the referrer to its origin, for privacy. */
function referrer(): string {
  const from = parseUrl(document.referrer)?.origin ?? '';
  return from === window.location.origin ? '' : from;
}

export function track(eventType: AnalyticsEvent['eventType'], page: string): void {
  queue.add({
    id: uuid(),
    eventType,
    eventData: {
      page: page.slice(0, TEXT_MAX),
      userAgent: navigator.userAgent.slice(0, TEXT_MAX),
      referrer: referrer().slice(0, TEXT_MAX),
    },
    timestamp: new Date().toISOString(),
  });
}

window.addEventListener('pagehide', () => {
  const left = queue.takeAll();
  for (let at = 0; at < left.length; at += ANALYTICS_BATCH) {
    const events = left.slice(at, at + ANALYTICS_BATCH);
    const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
    navigator.sendBeacon(trackEvents.path, body);
  }
});
