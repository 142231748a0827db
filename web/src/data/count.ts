import type { AnalyticsEvent } from '@stagelink/shared/contracts/analytics';

interface Wishes {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** What the browser asks for in its person's name. */
export const mayCount = ({ doNotTrack, globalPrivacyControl }: Wishes): boolean =>
  doNotTrack !== '1' && globalPrivacyControl !== true;

/** Counts something that was done, unless the browser asks not to; what it needs comes behind everything else. */
export function count(eventType: AnalyticsEvent['eventType'], page = window.location.pathname): void {
  if (!mayCount(navigator)) return;
  // A part that cannot be fetched counts nothing, which nobody needs to hear of.
  import('./analytics.ts').then(({ track }) => track(eventType, page)).catch(() => undefined);
}
