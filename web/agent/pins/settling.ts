import { isSamePage } from '@stagelink/shared/preview/routes';
import { isOtherByHash } from './hashes.ts';
import { isIncomplete, saysLoading } from './unfinished.ts';

/** While a page is still loading, a missing element is not reported. */
const SETTLING_MS = 800;
/** Longer for route changes of a single-page app: no event marks their end. */
const TURN_SETTLING_MS = 2500;
const SETTLED_BY_MS = 6000;
/** A page that shows that it waits for content is given this time. */
const LOADED_BY_MS = 15_000;

/** Knows whether a page is complete, from its load or its last change of route on. */
export function createSettling(firstRoute: string) {
  let route = firstRoute;
  let began = performance.now();
  let lastChange = began;
  let settlingMs = SETTLING_MS;
  /** Read at most once a round. */
  let isWaitingForContent: boolean | undefined;

  const isSettled = () => {
    const now = performance.now();
    if (now - began > SETTLED_BY_MS) return true;
    return document.readyState === 'complete' && now - lastChange > settlingMs;
  };

  return {
    isSettled,
    route: () => route,
    changed(): void {
      lastChange = performance.now();
    },
    /** Begins a round and returns the route. A changed one restarts settling. */
    follow(next: string): string {
      isWaitingForContent = undefined;
      if (!isSamePage(next, route) || isOtherByHash(next, route)) {
        began = lastChange = performance.now();
        settlingMs = TURN_SETTLING_MS;
      }
      return (route = next);
    },
    /** Whether a page on which `size` elements were pinned shows that it waits for content. */
    isLoading(size: number): boolean {
      if (!isSettled() || performance.now() - began > LOADED_BY_MS) return false;
      return isIncomplete(size) || (isWaitingForContent ??= saysLoading());
    },
  };
}
