import { describe } from '@stagelink/shared/locator/describe';
import type { Locator } from '@stagelink/shared/locator/locator';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import { readWithoutTyped } from '../pins/typedPage.ts';
import { chainOf, type ReopenContext } from './context.ts';

/** What a person did, and what it changed. */
export interface Entry {
  kind: RecordedAction['kind'];
  control: Element;
  /** Null until it is needed: most of what a pointer passes opens nothing. */
  locator: Locator | null;
  option?: string;
  at: number;
  isClicked: boolean;
  /** Another action took its place, such as the next step of a wizard. */
  isSuperseded: boolean;
  /** Earlier entries that changed what its control is in. */
  needs: Set<Entry>;
  added: Set<Node>;
  altered: Set<Node>;
  /** Where it changed something. */
  places: Set<Node>;
}

const ENTRIES_MAX = 24;

export const isPlain = (node: Node) => node === document.body || node === document.documentElement;

const share = (a: Set<Node>, b: Set<Node>) => [...a].some((node) => !isPlain(node) && b.has(node));

const isIn = (entry: Entry, chain: readonly Node[]) =>
  chain.some((at) => entry.added.has(at) || (entry.altered.has(at) && at !== entry.control));

function locatorOf({ own, routeNow, typed }: ReopenContext, element: Element): Locator | null {
  if (!own.isConnected(element)) return null;
  const box = own.boxOf(element);
  const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
  const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  const found = describe(element, middle, { box, viewport }, readWithoutTyped(typed()));
  return found && { ...found, route: routeNow() };
}

/** Leaves out what a later action has undone: a part that was closed again, another tab. */
function withoutUndone({ own }: ReopenContext, needed: Entry[]): Entry[] {
  const isToggle = ({ kind, control }: Entry) =>
    kind === 'press' && own.isMatching(control, '[aria-expanded],summary');
  const groupOf = ({ control }: Entry) =>
    own.isMatching(control, '[role=tab]') ? control.closest('[role=tablist]') : null;
  const kept: Entry[] = [];
  for (const entry of needed) {
    const last = kept.at(-1);
    const isAgain = last?.locator?.elementSelector === entry.locator?.elementSelector;
    if (last && isAgain && isToggle(last) && isToggle(entry)) kept.pop();
    else {
      if (last && groupOf(last) !== null && groupOf(last) === groupOf(entry)) kept.pop();
      kept.push(entry);
    }
  }
  return kept;
}

/** What a person did in this document, oldest first. */
export class Entries {
  readonly #context: ReopenContext;
  #all: Entry[] = [];

  constructor(context: ReopenContext) {
    this.#context = context;
  }

  get last(): Entry | undefined {
    return this.#all.at(-1);
  }

  add(kind: Entry['kind'], control: Element, isDescribed: boolean): Entry {
    const chain = chainOf(this.#context, control);
    const entry: Entry = {
      kind,
      control,
      locator: isDescribed ? locatorOf(this.#context, control) : null,
      at: performance.now(),
      isClicked: false,
      isSuperseded: false,
      needs: new Set(this.#all.filter((one) => isIn(one, chain))),
      added: new Set(),
      altered: new Set(),
      places: new Set(),
    };
    // A page that changes all the time makes an action of everything that is pointed at.
    const spare = this.#all.find((one) => one.kind === 'hover') ?? this.#all[0];
    if (this.#all.length === ENTRIES_MAX) this.#all = this.#all.filter((one) => one !== spare);
    this.#all.push(entry);
    return entry;
  }

  clear(): void {
    this.#all = [];
  }

  /** Forgets what was opened and has gone without another action. */
  forgetClosed(cause: Entry | null): void {
    const { isConnected } = this.#context.own;
    const isGone = ({ added }: Entry) => added.size > 0 && ![...added].some(isConnected);
    const gone = new Set(this.#all.filter((entry) => !entry.isSuperseded && isGone(entry)));
    const isReplaced = cause !== null && cause.kind !== 'hover';
    if (isReplaced) for (const entry of gone) entry.isSuperseded = true;
    else this.#all = this.#all.filter((entry) => !gone.has(entry));
  }

  /** Returns what opened the part that a chain of elements is in, oldest first, each with its locator. */
  neededFor(chain: readonly Node[]): Entry[] {
    for (const entry of this.#all) entry.locator ??= locatorOf(this.#context, entry.control);
    const needed: Entry[] = [];
    for (const entry of this.#all.toReversed()) {
      const isNeeded =
        needed.length === 0
          ? isIn(entry, chain)
          : needed.some((later) => later.needs.has(entry) || share(later.places, entry.places));
      if (isNeeded) needed.unshift(entry);
    }
    return withoutUndone(this.#context, needed);
  }
}
