import { describe } from '@stagelink/shared/locator/describe';
import type { Locator } from '@stagelink/shared/locator/locator';
import { ACTIONS_LENGTH_MAX, ACTIONS_MAX, OPTION_MAX } from '@stagelink/shared/preview/actionLimits';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import { readWithoutTyped } from '../pins/typedPage.ts';
import { chainOf, type ReopenContext } from './context.ts';
import { controlOf, isControl } from './harmless.ts';

/** What a person did, and what it changed. */
interface Entry {
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

/** Changes until then are an effect. */
const EFFECT_MS = 1500;
/** A press without its click until then is another one. */
const CLICK_MS = 2000;
/** A key moves the focus at once. */
const FOCUS_MS = 150;
const ENTRIES_MAX = 24;
const NODES_MAX = 1000;
/** Describing an element reads the page, which must not delay a press. */
const READ_MAX = 8000;
const SHOWING = /^(class|style|hidden|open|inert|aria-|data-)/;
const EDITED = '[contenteditable]:not([contenteditable=false i]),[role=textbox]:not(input,textarea)';
const TYPED = 'input:not([type=button],[type=checkbox],[type=radio]),textarea';
const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);
const MOVING_KEYS = new Set(['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

const put = (nodes: Set<Node>, node: Node) => void (nodes.size < NODES_MAX && nodes.add(node));
const placeOf = (event: Event) => `${(event as PointerEvent).screenX} ${(event as PointerEvent).screenY}`;
const isPlain = (node: Node) => node === document.body || node === document.documentElement;
const share = (a: Set<Node>, b: Set<Node>) => [...a].some((node) => !isPlain(node) && b.has(node));

export interface Recorder {
  /** Takes an event of a person, before the prototype does. */
  take: (event: Event) => void;
  changed: (changes: MutationRecord[]) => void;
  /** Returns what opened the part of the page that an element is in. */
  actionsFor: (element: Element) => RecordedAction[];
}

/** Remembers what a person did in this document and what it changed. */
export function createRecorder(context: ReopenContext): Recorder {
  const { own, host, routeNow, isSamePage } = context;
  let entries: Entry[] = [];
  /** What changes belong to now. */
  let current: Entry | null = null;
  let hovered: { element: Element; at: number } | null = null;
  let route = routeNow();
  let keyedAt = -Infinity;
  let pressedAt = '';

  function locatorOf(element: Element): Locator | null {
    if (!own.isConnected(element)) return null;
    const box = own.boxOf(element);
    const viewport = { width: own.widthOf(window), height: own.heightOf(window) };
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    const found = describe(element, middle, { box, viewport }, readWithoutTyped(context.typed()));
    return found && { ...found, route: routeNow() };
  }

  const isIn = (entry: Entry, chain: readonly Node[]) =>
    chain.some((at) => entry.added.has(at) || (entry.altered.has(at) && at !== entry.control));

  function begin(kind: Entry['kind'], control: Element, isDescribed: boolean): Entry {
    const chain = chainOf(context, control);
    const needs = new Set(entries.filter((entry) => isIn(entry, chain)));
    const locator = isDescribed ? locatorOf(control) : null;
    const made = { kind, control, locator, at: performance.now(), isClicked: false, isSuperseded: false };
    const entry = {
      ...made,
      needs,
      added: new Set<Node>(),
      altered: new Set<Node>(),
      places: new Set<Node>(),
    };
    // A page that changes all the time makes an action of everything that is pointed at.
    const spare = entries.find((one) => one.kind === 'hover') ?? entries[0];
    if (entries.length === ENTRIES_MAX) entries = entries.filter((one) => one !== spare);
    entries.push(entry);
    return (current = entry);
  }

  function press(target: Element): void {
    const control = controlOf(target);
    // What a person wrote is not kept.
    if (isPlain(control) || control.closest(EDITED)) current = null;
    else if (own.isMatching(control, TYPED) && !own.isMatching(control, '[role=combobox]'))
      begin('focus', control, true);
    else begin('press', control, isControl(control) && document.getElementsByTagName('*').length < READ_MAX);
  }

  /** The end of a press, or a press by another way: of a key, or of an assistive program. */
  function click(target: Element): void {
    const control = controlOf(target);
    const last = entries.at(-1);
    const isSame = last?.control === control && (!last.isClicked || performance.now() - last.at < FOCUS_MS);
    if (!isSame || performance.now() - last.at > CLICK_MS) press(target);
    else current = Object.assign(last, { at: performance.now() });
    const latest = entries.at(-1);
    if (latest?.control === control) latest.isClicked = true;
  }

  function keyDown({ key, repeat }: KeyboardEvent, target: Element): void {
    if (MOVING_KEYS.has(key)) keyedAt = performance.now();
    const control = controlOf(target);
    const opens = OPENING_KEYS.has(key) && own.isMatching(control, '[aria-haspopup],[aria-expanded],summary');
    if (opens && !repeat) press(target);
    else if (!MOVING_KEYS.has(key) && key !== 'Enter' && key !== ' ') current = null;
  }

  function choose(select: HTMLSelectElement): void {
    const entry = begin('choose', select, true);
    entry.option = own.storable(own.cut(select.selectedOptions[0]?.text ?? '', 0, OPTION_MAX));
  }

  function take(event: Event): void {
    const target = own.wayOf(event)[0];
    if (!event.isTrusted || !(target instanceof Element)) return;
    const { type } = event;
    // What appears under a pointer that was not moved was not pointed at.
    if (type === 'pointerover') {
      if (placeOf(event) !== pressedAt) hovered = { element: target, at: performance.now() };
    } else if (type === 'pointerdown') {
      const { button, isPrimary } = event as PointerEvent;
      pressedAt = placeOf(event);
      hovered = null;
      if (button === 0 && isPrimary) press(target);
    } else if (type === 'pointercancel') current = null;
    else if (type === 'click') click(target);
    else if (type === 'keydown') keyDown(event as KeyboardEvent, target);
    else if (type === 'focusin' && performance.now() - keyedAt < FOCUS_MS) begin('focus', target, false);
    else if (type === 'change' && target instanceof HTMLSelectElement) choose(target);
    // A popover opens without a change of its attributes.
    else if (type === 'toggle' && current) put(current.altered, target);
  }

  /** Returns the entry that changes belong to; what a pointer opened becomes one. */
  function causeOf(): Entry | null {
    const now = performance.now();
    if (current && now - current.at < EFFECT_MS) return current;
    current = null;
    if (!hovered || now - hovered.at > EFFECT_MS || !own.isConnected(hovered.element)) return null;
    const { element, at } = hovered;
    const again = entries.at(-1);
    const isSame = again?.kind === 'hover' && again.control === element;
    const entry = isSame ? again : begin('hover', element, false);
    current = null;
    return Object.assign(entry, { at });
  }

  /** Forgets what was opened and has gone without another action. */
  function forgetClosed(cause: Entry | null): void {
    const isGone = ({ added }: Entry) => added.size > 0 && ![...added].some(own.isConnected);
    const gone = new Set(entries.filter((entry) => !entry.isSuperseded && isGone(entry)));
    const isReplaced = cause !== null && cause.kind !== 'hover';
    if (isReplaced) for (const entry of gone) entry.isSuperseded = true;
    else entries = entries.filter((entry) => !gone.has(entry));
  }

  function changed(changes: MutationRecord[]): void {
    const now = routeNow();
    // A route leads to its own state of the page.
    if (!isSamePage(now, route)) entries = [];
    route = now;
    let cause: Entry | null | undefined;
    for (const { type, target, attributeName, addedNodes, removedNodes } of changes) {
      if (target === host || (type === 'attributes' && !SHOWING.test(attributeName ?? ''))) continue;
      const added = [...addedNodes].filter((node) => node instanceof Element && node !== host);
      const isRemoval = removedNodes.length > 0 && removedNodes[0] !== host;
      if (type === 'characterData' || (type === 'childList' && added.length === 0 && !isRemoval)) continue;
      if (type === 'attributes' && isPlain(target)) continue;
      cause ??= causeOf();
      if (!cause) break;
      for (const node of added) put(cause.added, node);
      if (type === 'attributes') put(cause.altered, target);
      put(cause.places, target);
    }
    if (cause !== undefined) forgetClosed(cause);
  }

  /** Returns the entries that an element depends on, oldest first. */
  function neededFor(chain: readonly Node[]): Entry[] {
    const needed: Entry[] = [];
    for (const entry of entries.toReversed()) {
      const isNeeded =
        needed.length === 0
          ? isIn(entry, chain)
          : needed.some((later) => later.needs.has(entry) || share(later.places, entry.places));
      if (isNeeded) needed.unshift(entry);
    }
    return needed;
  }

  const isToggle = ({ kind, control }: Entry) =>
    kind === 'press' && own.isMatching(control, '[aria-expanded],summary');
  const groupOf = ({ control }: Entry) =>
    own.isMatching(control, '[role=tab]') ? control.closest('[role=tablist]') : null;

  /** Leaves out what a later action has undone: a part that was closed again, another tab. */
  function withoutUndone(needed: Entry[]): Entry[] {
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

  function actionsFor(element: Element): RecordedAction[] {
    const chain = chainOf(context, element);
    for (const entry of entries) entry.locator ??= locatorOf(entry.control);
    const actions = withoutUndone(neededFor(chain)).flatMap((entry): RecordedAction[] => {
      const { kind, locator, option, added } = entry;
      const adds = chain.some((at) => added.has(at));
      return locator ? [{ kind, locator, adds, ...(option !== undefined && { option }) }] : [];
    });
    const kept = actions.slice(-ACTIONS_MAX);
    while (JSON.stringify(kept).length > ACTIONS_LENGTH_MAX) kept.shift();
    return kept;
  }

  return { take, changed, actionsFor };
}
