import { isSamePage } from '@stagelink/shared/preview/routes';

/** A requested page reports within this time, or not at all. */
const REPORT_MS = 10_000;

export interface VisitQueue {
  /** Requests a route, now or when the page under way has reported. */
  visit: (route: string) => void;
  /** A page reported its route. `isNew`: for the first time since its document started. */
  arrived: (route: string, isNew: boolean) => void;
  /** Discards the waiting route. */
  clear: () => void;
}

/**
 * Requests one page at a time: messages to a document that is being replaced are lost. Of the routes
 * requested meanwhile only the last one is opened. `show` requests a route from the current document and
 * returns whether another document will replace it.
 */
export function queueVisits(show: (route: string) => boolean): VisitQueue {
  let underWay: string | null = null;
  let waiting: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function clear(): void {
    clearTimeout(timer);
    underWay = null;
    waiting = null;
  }

  function request(route: string): void {
    if (!show(route)) return;
    underWay = route;
    timer = setTimeout(finish, REPORT_MS);
  }

  function finish(): void {
    const next = waiting;
    clear();
    if (next !== null) request(next);
  }

  return {
    visit(route) {
      if (underWay === null) request(route);
      else waiting = route;
    },
    arrived(route, isNew) {
      if (underWay === null || !(isNew || isSamePage(route, underWay))) return;
      if (waiting !== null && isSamePage(waiting, route)) waiting = null;
      finish();
    },
    clear,
  };
}
