import { ACTIONS_LENGTH_MAX, ACTIONS_MAX, OPTION_MAX } from '@stagelink/shared/preview/actionLimits';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import { chainOf, type ReopenContext } from './context.ts';
import { Entries, type Entry, isPlain } from './entries.ts';
import { controlOf, isControl } from './harmless.ts';

/** Changes until then are an effect. */
const EFFECT_MS = 1500;
/** A press without its click until then is another one. */
const CLICK_MS = 2000;
/** A key moves the focus at once. */
const FOCUS_MS = 150;
const NODES_MAX = 1000;
/** Describing an element reads the page, which must not delay a press. */
const READ_MAX = 8000;
const SHOWING = /^(class|style|hidden|open|inert|aria-|data-)/;
const EDITED = '[contenteditable]:not([contenteditable=false i]),[role=textbox]:not(input,textarea)';
const TYPED = 'input:not([type=button],[type=checkbox],[type=radio]),textarea';
const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp']);
const MOVING_KEYS = new Set(['Tab', 'ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End']);

const put = (nodes: Set<Node>, node: Node) => void (nodes.size < NODES_MAX && nodes.add(node));
const screenPointOf = (event: Event) =>
  `${(event as PointerEvent).screenX} ${(event as PointerEvent).screenY}`;

/** Whether an action of a person may have made this change, to which it added these nodes. */
function isEffect(
  { type, target, attributeName, removedNodes }: MutationRecord,
  added: Node[],
  host: Element,
): boolean {
  if (target === host || type === 'characterData') return false;
  if (type === 'attributes') return SHOWING.test(attributeName ?? '') && !isPlain(target);
  return added.length > 0 || (removedNodes.length > 0 && removedNodes[0] !== host);
}

/** Remembers what a person did in this document and what it changed. */
export class Recorder {
  readonly #context: ReopenContext;
  readonly #entries: Entries;
  /** What changes belong to now. */
  #current: Entry | null = null;
  #hovered: { element: Element; at: number } | null = null;
  #route: string;
  #keyedAt = -Infinity;
  #pressedAt = '';

  constructor(context: ReopenContext) {
    this.#context = context;
    this.#entries = new Entries(context);
    this.#route = context.routeNow();
  }

  /** Takes an event of a person, before the prototype does. */
  take(event: Event): void {
    const target = this.#context.own.wayOf(event)[0];
    if (!event.isTrusted || !(target instanceof Element)) return;
    const { type } = event;
    // What appears under a pointer that was not moved was not pointed at.
    if (type === 'pointerover') {
      if (screenPointOf(event) !== this.#pressedAt)
        this.#hovered = { element: target, at: performance.now() };
    } else if (type === 'pointerdown') this.#pointerDown(event as PointerEvent, target);
    else if (type === 'pointercancel') this.#current = null;
    else if (type === 'click') this.#click(target);
    else if (type === 'keydown') this.#keyDown(event as KeyboardEvent, target);
    else if (type === 'focusin' && performance.now() - this.#keyedAt < FOCUS_MS)
      this.#begin('focus', target, false);
    else if (type === 'change' && target instanceof HTMLSelectElement) this.#choose(target);
    // A popover opens without a change of its attributes.
    else if (type === 'toggle' && this.#current) put(this.#current.altered, target);
  }

  changed(changes: MutationRecord[]): void {
    const { host, routeNow, isSamePage } = this.#context;
    const route = routeNow();
    // A route leads to its own state of the page.
    if (!isSamePage(route, this.#route)) this.#entries.clear();
    this.#route = route;
    let cause: Entry | null | undefined;
    for (const change of changes) {
      const added = [...change.addedNodes].filter((node) => node instanceof Element && node !== host);
      if (!isEffect(change, added, host)) continue;
      cause ??= this.#cause();
      if (!cause) break;
      for (const node of added) put(cause.added, node);
      if (change.type === 'attributes') put(cause.altered, change.target);
      put(cause.places, change.target);
    }
    if (cause !== undefined) this.#entries.forgetClosed(cause);
  }

  /** Returns what opened the part of the page that an element is in. */
  actionsFor(element: Element): RecordedAction[] {
    const chain = chainOf(this.#context, element);
    const needed = this.#entries.neededFor(chain);
    const actions = needed.flatMap((entry): RecordedAction[] => {
      const { kind, locator, option, added } = entry;
      const adds = chain.some((at) => added.has(at));
      return locator ? [{ kind, locator, adds, ...(option !== undefined && { option }) }] : [];
    });
    const kept = actions.slice(-ACTIONS_MAX);
    while (JSON.stringify(kept).length > ACTIONS_LENGTH_MAX) kept.shift();
    return kept;
  }

  #begin(kind: Entry['kind'], control: Element, isDescribed: boolean): Entry {
    return (this.#current = this.#entries.add(kind, control, isDescribed));
  }

  #pointerDown(event: PointerEvent, target: Element): void {
    this.#pressedAt = screenPointOf(event);
    this.#hovered = null;
    if (event.button === 0 && event.isPrimary) this.#press(target);
  }

  #press(target: Element): void {
    const { own } = this.#context;
    const control = controlOf(target);
    // What a person wrote is not kept.
    if (isPlain(control) || control.closest(EDITED)) this.#current = null;
    else if (own.isMatching(control, TYPED) && !own.isMatching(control, '[role=combobox]'))
      this.#begin('focus', control, true);
    else
      this.#begin(
        'press',
        control,
        isControl(control) && document.getElementsByTagName('*').length < READ_MAX,
      );
  }

  /** The end of a press, or a press by another way: of a key, or of an assistive program. */
  #click(target: Element): void {
    const control = controlOf(target);
    const { last } = this.#entries;
    const isSame = last?.control === control && (!last.isClicked || performance.now() - last.at < FOCUS_MS);
    if (!isSame || performance.now() - last.at > CLICK_MS) this.#press(target);
    else this.#current = Object.assign(last, { at: performance.now() });
    const latest = this.#entries.last;
    if (latest?.control === control) latest.isClicked = true;
  }

  #keyDown({ key, repeat }: KeyboardEvent, target: Element): void {
    if (MOVING_KEYS.has(key)) this.#keyedAt = performance.now();
    const opens =
      OPENING_KEYS.has(key) &&
      this.#context.own.isMatching(controlOf(target), '[aria-haspopup],[aria-expanded],summary');
    if (opens && !repeat) this.#press(target);
    else if (!MOVING_KEYS.has(key) && key !== 'Enter' && key !== ' ') this.#current = null;
  }

  #choose(select: HTMLSelectElement): void {
    const { own } = this.#context;
    const entry = this.#begin('choose', select, true);
    entry.option = own.storable(own.cut(select.selectedOptions[0]?.text ?? '', 0, OPTION_MAX));
  }

  /** Returns the entry that changes belong to; what a pointer opened becomes one. */
  #cause(): Entry | null {
    const now = performance.now();
    if (this.#current && now - this.#current.at < EFFECT_MS) return this.#current;
    this.#current = null;
    const hovered = this.#hovered;
    if (!hovered || now - hovered.at > EFFECT_MS) return null;
    const { element, at } = hovered;
    if (!this.#context.own.isConnected(element)) return null;
    const { last } = this.#entries;
    const isSame = last?.kind === 'hover' && last.control === element;
    const entry = isSame ? last : this.#entries.add('hover', element, false);
    entry.at = at;
    return entry;
  }
}
