import { findAll, type Finding } from '@stagelink/shared/locator/find';
import { NAME_MAX } from '@stagelink/shared/locator/limits';
import { labelOf } from '@stagelink/shared/locator/role';
import { cut } from '@stagelink/shared/locator/tokens';
import type { Verdict } from '@stagelink/shared/locator/tree/judge';
import type { DrawnPin, PinFinding } from '@stagelink/shared/preview/messages';
import type { LocatedPin, Trees } from '../tree/tree.ts';
import { own } from './own.ts';
import { isSamePage } from '@stagelink/shared/preview/routes';
import { isOtherByHash } from './hashes.ts';
import { successorOf } from './successor.ts';
import { isIncomplete, saysLoading } from './unfinished.ts';

/** The status is null until the first round. */
export interface PinState {
  pin: DrawnPin;
  status: PinFinding['status'] | null;
  element: Element | null;
  /** The other element that a doubtful pin may be on. */
  other: Element | null;
  confidence: number;
  /** A page tree was asked as well, or had nothing to say. */
  isJudged: boolean;
  /** The element was found on this page since the page loaded. */
  wasSeen: boolean;
  /** A script has put the element in the place of one that was surely found. */
  isSuccessor: boolean;
}

const SLICE_MS = 6;
const FIRST_WAIT_MS = 60;
/** On a page that changes continuously, rounds are spaced so that they take a twentieth of the time. */
const REST = 20;
const LONGEST_REST_MS = 3000;
/** A round after an element has left the page is urgent, at most this often. */
const URGENT_REST_MS = 200;
const URGENT_AGAIN_MS = 2 * LONGEST_REST_MS;
/** While a page is still loading, a missing element is not reported. */
const SETTLING_MS = 800;
/** Longer for route changes of a single-page app: no event marks their end. */
const TURN_SETTLING_MS = 2500;
const SETTLED_BY_MS = 6000;
/** A page that shows that it waits for content is given this time. */
const LOADED_BY_MS = 15_000;
const LOADING_AGAIN_MS = 500;
const UNCHANGED = 0.95;

export interface Finder {
  known: ReadonlyMap<string, PinState>;
  setPins: (pins: DrawnPin[]) => void;
  /** The page's content changed. */
  look: (changes: MutationRecord[]) => void;
  /** The route may have changed. */
  turn: () => void;
}

const NOWHERE = {
  element: null,
  other: null,
  confidence: 0,
  isJudged: false,
  wasSeen: false,
  isSuccessor: false,
};

interface OpenPage {
  routeNow: () => string;
  /** Returns a route without what differs at each load. */
  pageOf: (route: string) => string;
  /** Whether a pin that is not surely found is in a part of the page that is not open. */
  isClosed: (pin: DrawnPin) => boolean;
}

/** Keeps the status of every pin current. Calls `found` after each round that may have changed it. */
export function createFinder(
  { routeNow, pageOf, isClosed }: OpenPage,
  found: () => void,
  trees: () => Pick<Trees, 'knows' | 'judge'> | undefined = () => undefined,
): Finder {
  const known = new Map<string, PinState>();
  let began = performance.now();
  let lastChange = began;
  let settlingMs = SETTLING_MS;
  let lastRoute = routeNow();
  let isWaiting = false;
  let isRunning = false;
  let isStale = false;
  let rest = 0;
  let lastAdrift = -Infinity;
  /** Read at most once a round. */
  let isWaitingForContent: boolean | undefined;

  const routeOf = ({ pin }: PinState) => pageOf(pin.locator.route);

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

  function isLoading(size: number): boolean {
    if (!isSettled() || performance.now() - began > LOADED_BY_MS) return false;
    return isIncomplete(size) || (isWaitingForContent ??= saysLoading());
  }

  function awaitContent(one: PinState): void {
    one.status = 'loading';
    own.later(later, LOADING_AGAIN_MS);
  }

  /** An element of another state of the page, such as a closed dialog, is not lost. */
  function miss(one: PinState, status: 'lost' | 'removed'): void {
    const { dialog, size } = one.pin.locator;
    if (isOtherByHash(routeOf(one), lastRoute)) one.status = 'elsewhere';
    else if (one.wasSeen || (dialog !== null && !hasDialog(dialog)) || isClosed(one.pin))
      one.status = 'closed';
    else if (isLoading(size)) awaitContent(one);
    else if (isSettled()) one.status = status;
    else later();
    one.element = one.other = null;
    one.confidence = 0;
  }

  function take(one: PinState, result: Finding | Verdict): void {
    const { status } = result;
    if (status === 'lost' || status === 'removed') return miss(one, status);
    const { element, confidence } = result;
    // New names make an element doubtful, but not the one whose place it was seen to take.
    if (status === 'doubtful' && one.isSuccessor && element === one.element) return;
    if (status === 'doubtful' && isClosed(one.pin)) return miss(one, 'lost');
    // Pages of one document resemble each other, and what is the same is shown on both.
    if (confidence < UNCHANGED && isOtherByHash(routeOf(one), lastRoute)) return miss(one, 'lost');
    const other = 'other' in result ? result.other : null;
    Object.assign(one, { status, element, other, confidence, wasSeen: true, isSuccessor: false });
  }

  /** Finds what a script has put in the place of elements that were surely found, before it is drawn. */
  function followReplaced(changes: MutationRecord[]): void {
    for (const one of known.values()) {
      if (one.status !== 'found' || !one.element || own.isConnected(one.element)) continue;
      const next = successorOf(one.element, changes);
      if (next) Object.assign(one, { element: next, isSuccessor: true });
    }
  }

  /** What page trees say replaces what locators found. */
  function* judge(located: LocatedPin[], part: Pick<Trees, 'judge'>) {
    let verdicts = new Map<string, Verdict>();
    try {
      verdicts = yield* part.judge(located);
    } catch {
      // A tree comes from a stranger.
    }
    for (const { pin, finding } of located) {
      const one = known.get(pin.id);
      if (!one) continue;
      one.isJudged = true;
      take(one, verdicts.get(pin.id) ?? finding);
    }
  }

  /** Returns the current route. A changed route restarts settling. */
  function followRoute(): string {
    const route = routeNow();
    if (!isSamePage(route, lastRoute) || isOtherByHash(route, lastRoute)) {
      began = lastChange = performance.now();
      settlingMs = TURN_SETTLING_MS;
    }
    return (lastRoute = route);
  }

  function* round() {
    const route = followRoute();
    isWaitingForContent = undefined;
    const here: PinState[] = [];
    for (const one of known.values()) {
      if (isSamePage(routeOf(one), route)) here.push(one);
      else Object.assign(one, { ...NOWHERE, status: 'elsewhere' });
    }
    if (here.length === 0) return;
    const part = trees();
    const located: LocatedPin[] = [];
    for (const slice of findAll(
      document,
      here.map(({ pin }) => pin.locator),
      { budget: SLICE_MS },
    )) {
      for (const { index, finding } of slice) {
        const one = here[index];
        if (!one) continue;
        const isToJudge = part?.knows(one.pin) === true;
        if (isToJudge) located.push({ pin: one.pin, finding });
        // Until it is judged for the first time, what its locator found is shown.
        if (!isToJudge || (!one.isJudged && finding.status !== 'lost')) take(one, finding);
      }
      yield;
    }
    if (part && located.length > 0) yield* judge(located, part);
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
    setPins(pins) {
      const old = new Map(known);
      known.clear();
      let hasChanges = false;
      for (const pin of pins) {
        const before = old.get(pin.id);
        const isSame = before && JSON.stringify(before.pin.locator) === JSON.stringify(pin.locator);
        hasChanges ||= !isSame || before.pin.tree?.hash !== pin.tree?.hash;
        // Keep the object: a running round writes to it.
        if (isSame) known.set(pin.id, Object.assign(before, { pin }));
        else known.set(pin.id, { pin, status: null, ...NOWHERE });
      }
      if (!hasChanges) return found();
      rest = 0;
      later();
    },
    turn() {
      rest = 0;
      later();
    },
    look(changes) {
      lastChange = performance.now();
      followReplaced(changes);
      later();
    },
  };
}
