import type { AnalyticsEvent } from '@stagelink/shared/contracts/analytics';
import { parseUrl } from '../parseUrl.ts';
import { uuid } from '../uuid.ts';

const TEXT_MAX = 500;

/** Reduces the referrer to its origin, for privacy. */
function referrer(): string {
  const from = parseUrl(document.referrer)?.origin ?? '';
  return from === window.location.origin ? '' : from;
}

export const eventOf = (eventType: AnalyticsEvent['eventType'], page: string): AnalyticsEvent => ({
  id: uuid(),
  eventType,
  eventData: {
    page: page.slice(0, TEXT_MAX),
    userAgent: navigator.userAgent.slice(0, TEXT_MAX),
    referrer: referrer().slice(0, TEXT_MAX),
  },
  timestamp: new Date().toISOString(),
});

/** Hands events to the browser, which sends them also when the page is closed. */
export function sendBeacon(path: string, events: readonly AnalyticsEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: 'application/json' });
  navigator.sendBeacon(path, body);
}
