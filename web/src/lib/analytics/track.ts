import type { AnalyticsEvent } from '@stagelink/shared/contracts/analytics';

interface PrivacySignals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** Respects Do Not Track and Global Privacy Control. */
export const mayCount = ({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean =>
  doNotTrack !== '1' && globalPrivacyControl !== true;

/** Tracks an event unless the browser objects. Loads its code on first use. */
export function track(eventType: AnalyticsEvent['eventType'], page = window.location.pathname): void {
  if (!mayCount(navigator)) return;
  // If the code cannot be loaded, nothing is tracked.
  import('./analytics.ts').then(({ track }) => track(eventType, page)).catch(() => undefined);
}
