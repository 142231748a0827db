import { findAll, type Finding } from '@stagelink/shared/locator/find';
import type { Locator } from '@stagelink/shared/locator/locator';
import { NAME_MAX } from '@stagelink/shared/locator/limits';
import { labelOf } from '@stagelink/shared/locator/role';
import { cut } from '@stagelink/shared/locator/tokens';
import type { Verdict } from '@stagelink/shared/locator/tree/judge';
import type { DrawnPin, PinFinding } from '@stagelink/shared/preview/messages';
import type { LocatedPin, Trees } from '../tree/tree.ts';
import { own } from './own.ts';
import { isSamePage } from '@stagelink/shared/preview/routes';
import { isOtherByHash } from './hashes.ts';
import { Rounds } from './rounds.ts';
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
  /** The other elements of its comment that were surely found; null for the others. */
  further: readonly (Element | null)[];
  /** How many of these are not found. */
  furtherLost: number;
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
  further: [],
  furtherLost: 0,
  isJudged: false,
  wasSeen: false,
  isSuccessor: false,
};

interface OpenPage {
  routeNow: () => string;
  /** Returns a route without what differs at each load. */
  pageOf: (route: string) => string;
  /** Whether a pin that is not surely found is in a part of the page that is not open; undefined until that is known. */
  isClosed: (pin: DrawnPin) => boolean | undefined;
}

type TreePart = Pick<Trees, 'knows' | 'judge'>;
type Verdicts = ReadonlyMap<string, Verdict>;

const NO_VERDICTS: Verdicts = new Map();

const hasDialog = (name: string): boolean =>
  [...own.query(document, 'dialog[open],[role$=dialog]')].some((one) => cut(labelOf(one), NAME_MAX) === name);

/** An element to find: that of a pin at 0, then the others of its comment. */
interface Sought {
  one: PinState;
  locator: Locator;
  at: number;
}

const soughtOf = (one: PinState): Sought[] =>
  [one.pin.locator, ...(one.pin.further ?? [])].map((locator, at) => ({ one, locator, at }));

/** Returns what page trees are asked about it. */
function locatedOf({ one: { pin }, at }: Sought, finding: Finding): LocatedPin {
  const node = at === 0 ? pin.tree?.node : (pin.tree?.further?.[at - 1] ?? undefined);
  return { key: `${pin.id}${at}`, pin, node, finding };
}

/** An element that a comment is about besides its pin's, as its locator found it. */
interface Other extends Sought {
  located: LocatedPin;
}

/** Whether the element is in a dialog that is not open. */
const isInClosedDialog = ({ dialog }: Locator): boolean => dialog !== null && !hasDialog(dialog);

/** Keeps the status of every pin current. Calls `found` after each slice of a round. */
export class Finder {
  readonly known = new Map<string, PinState>();
  readonly #page: OpenPage;
  readonly #found: () => void;
  readonly #trees: () => TreePart | undefined;
  readonly #settling: ReturnType<typeof createSettling>;
  readonly #rounds: Rounds;

  constructor(page: OpenPage, found: () => void, trees: () => TreePart | undefined) {
    this.#page = page;
    this.#found = found;
    this.#trees = trees;
    this.#settling = createSettling(page.routeNow());
    this.#rounds = new Rounds(
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
    if (hasChanges) this.#rounds.now();
    else this.#found();
  }

  /** The route may have changed, or only the title, which some pages change continuously. */
  turn(): void {
    if (this.#page.routeNow() === this.#settling.route()) this.#rounds.soon();
    else this.#rounds.next();
  }

  /** The page's content changed. */
  look(changes: MutationRecord[]): void {
    this.#settling.changed();
    this.#followReplaced(changes);
    this.#rounds.soon();
  }

  /** Finds the pins again, and calls back then. */
  again(ended?: () => void): void {
    this.#rounds.now(ended);
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
    const { size } = one.pin.locator;
    if (this.#isOtherByHash(one)) return 'elsewhere';
    const isClosed = one.wasSeen || isInClosedDialog(one.pin.locator) || this.#page.isClosed(one.pin);
    if (isClosed) return 'closed';
    if (isClosed === undefined) return one.status;
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
    if (status === 'doubtful' && this.#page.isClosed(one.pin) !== false) return this.#miss(one, 'lost');
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
    const others: Other[] = [];
    const sought = here.flatMap(soughtOf);
    for (const slice of findAll(
      document,
      sought.map(({ locator }) => locator),
      { budget: SLICE_MS },
    )) {
      for (const { index, finding } of slice) {
        const each = sought[index] as Sought;
        const { one } = each;
        const result = locatedOf(each, finding);
        const isToJudge = part?.knows(one.pin) === true;
        if (isToJudge && result.node !== undefined) located.push(result);
        if (each.at > 0) others.push({ ...each, located: result });
        // Until it is judged for the first time, what its locator found is shown.
        else if (!isToJudge || (!one.isJudged && finding.status !== 'lost')) this.#take(one, finding);
      }
      yield;
    }
    const verdicts = part && located.length > 0 ? yield* this.#judge(located, part) : NO_VERDICTS;
    this.#noteOthers(here, others, verdicts);
  }

  /** A page that still changes may yet show the other elements of a comment. */
  #noteOthers(here: readonly PinState[], others: readonly Other[], verdicts: Verdicts): void {
    const gone = new Map<PinState, number>();
    for (const one of here) one.further = [];
    for (const { one, locator, located } of others) {
      const result = verdicts.get(located.key) ?? located.finding;
      one.further = [...one.further, result.status === 'found' ? result.element : null];
      const isMissing = result.status === 'lost' || result.status === 'removed';
      if (isMissing && !isInClosedDialog(locator)) gone.set(one, (gone.get(one) ?? 0) + 1);
    }
    const isSettled = this.#settling.isSettled();
    for (const one of here) one.furtherLost = isSettled ? (gone.get(one) ?? 0) : 0;
    if (!isSettled && gone.size > 0) this.#rounds.soon();
  }

  /** What page trees say replaces what locators found. */
  *#judge(located: LocatedPin[], part: TreePart): Generator<void, Verdicts> {
    let verdicts: Verdicts = NO_VERDICTS;
    try {
      verdicts = yield* part.judge(located);
    } catch {
      // A tree comes from a stranger.
    }
    for (const { key, pin, finding } of located) {
      const one = this.known.get(pin.id);
      if (!one || key !== `${pin.id}0`) continue;
      one.isJudged = true;
      this.#take(one, verdicts.get(key) ?? finding);
    }
    return verdicts;
  }
}
