import { eventOf, sendBeacon } from './event.ts';
import { mayCount } from './track.ts';

/** Path of the contract `trackEvents`, which would load the code of all contracts. */
export const PATH = '/analytics/track/batch';

/** Counts a view of a page that loads nothing of the app, unless the browser objects. */
export function countPageView(): void {
  if (mayCount(navigator)) sendBeacon(PATH, [eventOf('page_view', window.location.pathname)]);
}
