import { findAll } from '@stagelink/shared/locator/find';
import { NAME_MAX } from '@stagelink/shared/locator/limits';
import { labelOf } from '@stagelink/shared/locator/role';
import { cut } from '@stagelink/shared/locator/words';
import type { DrawnPin, PinFinding } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';
import { isSamePage } from '@stagelink/shared/preview/routes';

/** What is known of a pin; nothing yet while its status is null. */
interface Known {
  pin: DrawnPin;
  status: PinFinding['status'] | null;
  element: Element | null;
  confidence: number;
  /** It has been on this page since the page was loaded. */
  wasSeen: boolean;
}

const SLICE_MS = 6;
const FIRST_WAIT_MS = 60;
/** A page that never rests is read again so seldom that it costs a twentieth of the time. */
const REST = 20;
const LONGEST_REST_MS = 3000;
/** When an element has left the page, its pin is nowhere: that is worth more, but not again and again. */
const URGENT_REST_MS = 200;
const URGENT_AGAIN_MS = 2 * LONGEST_REST_MS;
/** A page that is still being built has nothing to say about what is missing. */
const SETTLING_MS = 800;
/** No event says that a route of a single-page app has loaded, so its pause has to be longer. */
const TURN_SETTLING_MS = 2500;
const SETTLED_BY_MS = 6000;

export interface Finder {
  known: ReadonlyMap<string, Known>;
  tell: (pins: DrawnPin[]) => void;
  /** The page's content has changed. */
  look: () => void;
  /** It may be another page now. */
  turn: () => void;
}

/** Keeps what is known of every pin up to date; `found` is called when a round may have changed it. */
export function createFinder(routeNow: () => string, found: () => void): Finder {
  const known = new Map<string, Known>();
  let began = performance.now();
  let lastChange = began;
  let settlingMs = SETTLING_MS;
  let lastRoute = routeNow();
  let isWaiting = false;
  let isRunning = false;
  let isStale = false;
  let rest = 0;
  let lastAdrift = -Infinity;

  const isSettled = () => {
    const now = performance.now();
    if (now - began > SETTLED_BY_MS) return true;
    return document.readyState === 'complete' && now - lastChange > settlingMs;
  };

  function isAnyAdrift(): boolean {
    for (const { element } of known.values()) if (element && !own.isConnected(element)) return true;
    return false;
  }

  const hasDialog = (name: string) =>
    [...own.query(document, 'dialog[open],[role$=dialog]')].some(
      (one) => cut(labelOf(one), NAME_MAX) === name,
    );

  /** Out of sight in another state of the page is not lost: there it was, or there it may be once its dialog opens. */
  function miss(one: Known): void {
    const { dialog } = one.pin.locator;
    if (one.wasSeen || (dialog !== null && !hasDialog(dialog))) one.status = 'elsewhere';
    else if (isSettled()) one.status = 'lost';
    else later();
    one.element = null;
    one.confidence = 0;
  }

  /** Where the page is now; on another route than before, it starts to settle anew. */
  function followRoute(): string {
    const route = routeNow();
    if (!isSamePage(route, lastRoute)) {
      began = lastChange = performance.now();
      settlingMs = TURN_SETTLING_MS;
    }
    return (lastRoute = route);
  }

  function* round() {
    const route = followRoute();
    const here: Known[] = [];
    for (const one of known.values()) {
      if (isSamePage(one.pin.locator.route, route)) here.push(one);
      else Object.assign(one, { status: 'elsewhere', element: null, confidence: 0, wasSeen: false });
    }
    if (here.length === 0) return;
    for (const slice of findAll(
      document,
      here.map(({ pin }) => pin.locator),
      { budget: SLICE_MS },
    )) {
      for (const { index, finding } of slice) {
        const one = here[index];
        if (!one) continue;
        if (finding.status === 'lost') miss(one);
        else {
          const { status, element, confidence } = finding;
          Object.assign(one, { status, element, confidence, wasSeen: true });
        }
      }
      yield;
    }
  }

  function run(): void {
    isWaiting = false;
    isRunning = true;
    isStale = false;
    let cost = 0;
    const steps = round();
    const step = () => {
      const start = performance.now();
      let isDone: boolean | undefined = true;
      try {
        isDone = steps.next().done;
      } finally {
        cost += performance.now() - start;
        if (isDone) {
          isRunning = false;
          rest = cost * REST;
          if (isStale) later();
        } else own.later(step, 0);
      }
      found();
    };
    step();
  }

  function later(): void {
    if (isRunning) isStale = true;
    if (isRunning || isWaiting) return;
    isWaiting = true;
    const now = performance.now();
    const isAdrift = isAnyAdrift();
    const longest = isAdrift && now - lastAdrift > URGENT_AGAIN_MS ? URGENT_REST_MS : LONGEST_REST_MS;
    if (isAdrift) lastAdrift = now;
    own.later(run, Math.max(FIRST_WAIT_MS, Math.min(rest, longest)));
  }

  return {
    known,
    tell(pins) {
      const old = new Map(known);
      known.clear();
      let isNews = false;
      for (const pin of pins) {
        const before = old.get(pin.id);
        const isSame = before && JSON.stringify(before.pin.locator) === JSON.stringify(pin.locator);
        isNews ||= !isSame;
        // The same entry: a round that is running writes into it.
        if (isSame) known.set(pin.id, Object.assign(before, { pin }));
        else known.set(pin.id, { pin, status: null, element: null, confidence: 0, wasSeen: false });
      }
      if (!isNews) return found();
      rest = 0;
      later();
    },
    turn() {
      rest = 0;
      later();
    },
    look() {
      lastChange = performance.now();
      later();
    },
  };
}
