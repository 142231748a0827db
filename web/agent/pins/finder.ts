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
import { createRounds } from './rounds.ts';
import { createSettling } from './settling.ts';
import { successorOf } from './successor.ts';

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
const LOADING_AGAIN_MS = 500;
const UNCHANGED = 0.95;

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

type TreePart = Pick<Trees, 'knows' | 'judge'>;

const hasDialog = (name: string): boolean =>
  [...own.query(document, 'dialog[open],[role$=dialog]')].some((one) => cut(labelOf(one), NAME_MAX) === name);

/** Keeps the status of every pin current. Calls `found` after each slice of a round. */
export class Finder {
  readonly known = new Map<string, PinState>();
  readonly #page: OpenPage;
  readonly #found: () => void;
  readonly #trees: () => TreePart | undefined;
  readonly #settling: ReturnType<typeof createSettling>;
  readonly #rounds: ReturnType<typeof createRounds>;

  constructor(page: OpenPage, found: () => void, trees: () => TreePart | undefined) {
    this.#page = page;
    this.#found = found;
    this.#trees = trees;
    this.#settling = createSettling(page.routeNow());
    this.#rounds = createRounds(
      () => this.#round(),
      () => this.#isAnyAdrift(),
      found,
    );
  }

  setPins(pins: DrawnPin[]): void {
    const old = new Map(this.known);
    this.known.clear();
    let hasChanges = false;
    for (const pin of pins) {
      const before = old.get(pin.id);
      const isSame = before && JSON.stringify(before.pin.locator) === JSON.stringify(pin.locator);
      hasChanges ||= !isSame || before.pin.tree?.hash !== pin.tree?.hash;
      // Keep the object: a running round writes to it.
      if (isSame) this.known.set(pin.id, Object.assign(before, { pin }));
      else this.known.set(pin.id, { pin, status: null, ...NOWHERE });
    }
    if (hasChanges) this.#rounds.next();
    else this.#found();
  }

  /** The route may have changed. */
  turn(): void {
    this.#rounds.next();
  }

  /** The page's content changed. */
  look(changes: MutationRecord[]): void {
    this.#settling.changed();
    this.#followReplaced(changes);
    this.#rounds.soon();
  }

  #isAnyAdrift(): boolean {
    for (const { element } of this.known.values()) if (element && !own.isConnected(element)) return true;
    return false;
  }

  #isOtherByHash({ pin }: PinState): boolean {
    return isOtherByHash(this.#page.pageOf(pin.locator.route), this.#settling.route());
  }

  /** An element of another state of the page, such as a closed dialog, is not lost. */
  #missingStatus(one: PinState, status: 'lost' | 'removed'): PinState['status'] {
    const { dialog, size } = one.pin.locator;
    if (this.#isOtherByHash(one)) return 'elsewhere';
    const isClosed = one.wasSeen || (dialog !== null && !hasDialog(dialog)) || this.#page.isClosed(one.pin);
    if (isClosed) return 'closed';
    if (this.#settling.isLoading(size)) {
      own.later(() => this.#rounds.soon(), LOADING_AGAIN_MS);
      return 'loading';
    }
    if (this.#settling.isSettled()) return status;
    this.#rounds.soon();
    return one.status;
  }

  #miss(one: PinState, status: 'lost' | 'removed'): void {
    const missing = this.#missingStatus(one, status);
    Object.assign(one, { status: missing, element: null, other: null, confidence: 0 });
  }

  #take(one: PinState, result: Finding | Verdict): void {
    const { status } = result;
    if (status === 'lost' || status === 'removed') return this.#miss(one, status);
    const { element, confidence } = result;
    // New names make an element doubtful, but not the one whose place it was seen to take.
    if (status === 'doubtful' && one.isSuccessor && element === one.element) return;
    if (status === 'doubtful' && this.#page.isClosed(one.pin)) return this.#miss(one, 'lost');
    // Pages of one document resemble each other, and what is the same is shown on both.
    if (confidence < UNCHANGED && this.#isOtherByHash(one)) return this.#miss(one, 'lost');
    const other = 'other' in result ? result.other : null;
    Object.assign(one, { status, element, other, confidence, wasSeen: true, isSuccessor: false });
  }

  /** Finds what a script has put in the place of elements that were surely found, before it is drawn. */
  #followReplaced(changes: MutationRecord[]): void {
    for (const one of this.known.values()) {
      if (one.status !== 'found' || !one.element || own.isConnected(one.element)) continue;
      const next = successorOf(one.element, changes);
      if (next) Object.assign(one, { element: next, isSuccessor: true });
    }
  }

  *#round(): Generator<void> {
    const route = this.#settling.follow(this.#page.routeNow());
    const here: PinState[] = [];
    for (const one of this.known.values()) {
      if (isSamePage(this.#page.pageOf(one.pin.locator.route), route)) here.push(one);
      else Object.assign(one, { ...NOWHERE, status: 'elsewhere' });
    }
    if (here.length === 0) return;
    const part = this.#trees();
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
        if (!isToJudge || (!one.isJudged && finding.status !== 'lost')) this.#take(one, finding);
      }
      yield;
    }
    if (part && located.length > 0) yield* this.#judge(located, part);
  }

  /** What page trees say replaces what locators found. */
  *#judge(located: LocatedPin[], part: TreePart): Generator<void> {
    let verdicts = new Map<string, Verdict>();
    try {
      verdicts = yield* part.judge(located);
    } catch {
      // A tree comes from a stranger.
    }
    for (const { pin, finding } of located) {
      const one = this.known.get(pin.id);
      if (!one) continue;
      one.isJudged = true;
      this.#take(one, verdicts.get(pin.id) ?? finding);
    }
  }
}
