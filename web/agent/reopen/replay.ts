import type { Locator } from '@stagelink/shared/locator/locator';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { PageState } from '@stagelink/shared/preview/pickedElement';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import { chainOf, elementOf, findNow, type ReopenContext } from './context.ts';
import { pointAt } from './forced.ts';
import { isHarmless } from './harmless.ts';
import { isHidden } from './hidden.ts';
import { open, scrollBack } from './restore.ts';
import { isDone, perform } from './perform.ts';

/** A page may load what an action opens. */
const FOUND_BY_MS = 4000;
const EFFECT_BY_MS = 2500;
const SHOWN_BY_MS = 1500;
const STEP_MS = 60;
const AGAIN_MS = 500;
const REST_MS = 150;
const REST_BY_MS = 1200;
/** Lists that grow while they are scrolled are scrolled as often. */
const SCROLLS_MAX = 40;
const LAYERS_MAX = 6;

/** Thrown where the person has done something else meanwhile. */
class Interrupted extends Error {}

export interface ReplayContext extends ReopenContext {
  /** When the page last changed in any way. */
  changedAt: () => number;
  /** Whether this attempt still counts. */
  isCurrent: () => boolean;
  /** Keeps an element looking as if it were pointed at until the person does something else. */
  keepPointed: (end: () => void) => void;
}

/** Waits for the page, until the person does something else. */
function createWaits({ own, changedAt, isCurrent }: ReplayContext) {
  async function pause(): Promise<void> {
    await new Promise<void>((resolve) => own.later(resolve, STEP_MS));
    if (!isCurrent()) throw new Interrupted();
  }

  return {
    /** Asks again when the page has changed, until there is a result. */
    async until<T>(ask: () => T | null | false, ms: number): Promise<T | null> {
      const end = performance.now() + ms;
      let lastAt = -Infinity;
      for (;;) {
        // Styles change without the page: ask now and then.
        if (changedAt() > lastAt || performance.now() - lastAt > AGAIN_MS) {
          lastAt = performance.now();
          const result = ask();
          if (result) return result;
        }
        if (performance.now() > end) return null;
        await pause();
      }
    },

    /** Waits until the page changes no more. */
    async rest(): Promise<void> {
      const end = performance.now() + REST_BY_MS;
      do await pause();
      while (performance.now() - changedAt() < REST_MS && performance.now() < end);
    },
  };
}

const PRESS = { kind: 'press' } as RecordedAction;

/** Presses what controls the hidden part that an element is in. */
function pressControl(context: ReplayContext, hidden: Element): boolean {
  const { id } = hidden;
  const controls = id ? [...document.querySelectorAll(`[aria-controls~="${CSS.escape(id)}"]`)] : [];
  const label = hidden.getAttribute('aria-labelledby')?.split(/\s+/)[0];
  const tab = label ? document.getElementById(label) : null;
  if (tab?.matches('[role=tab]')) controls.push(tab);
  const control = controls.find(
    (one) => !isHidden(context, one) && isHarmless(context, one, 'press') && one !== hidden,
  );
  if (!control || isDone(context, control, PRESS)) return false;
  perform(context, control, PRESS);
  return true;
}

/** Opens one part around an element; false where nothing opens. */
function openLayer(context: ReplayContext, element: Element): boolean {
  for (const at of chainOf(context, element).toReversed()) {
    if (at.matches('details:not([open])') && at !== element) {
      (at as HTMLDetailsElement).open = true;
      return true;
    }
    if (at.matches('[popover]:not(:popover-open)')) {
      (at as HTMLElement).showPopover();
      return true;
    }
    if (isHidden(context, at) && pressControl(context, at)) return true;
  }
  return false;
}

/** Returns the element of a locator where it is surely found. */
function surely(context: ReplayContext, locator: Locator): Element | null {
  const finding = findNow(context, locator);
  return finding.status === 'found' ? finding.element : null;
}

interface Reopened {
  /** Whether the element of the pin can be seen, or scrolled to. */
  isOpen: boolean;
  /** Everything was tried. */
  isComplete: boolean;
}

const DONE: Reopened = { isOpen: true, isComplete: true };

/** Opens the part of the page that a pin is in. */
export class Replay {
  readonly #context: ReplayContext;
  readonly #pin: DrawnPin;
  readonly #waits: ReturnType<typeof createWaits>;

  constructor(context: ReplayContext, pin: DrawnPin) {
    this.#context = context;
    this.#pin = pin;
    this.#waits = createWaits(context);
  }

  async run(page: PageState | null): Promise<Reopened> {
    const { locator } = this.#pin;
    const actions = this.#pin.actions ?? [];
    for (const action of actions) {
      if (this.#isReached()) return DONE;
      if (!(await this.#repeat(action))) return { isOpen: this.#isReached(), isComplete: false };
    }
    if (this.#isReached() || (actions.length > 0 && (await this.#isReachedBy(SHOWN_BY_MS)))) return DONE;
    if (page && (await this.#restore(page))) return DONE;
    await this.#scrollTo(locator);
    if (await this.#isReachedBy(locator.scrolls.length > 0 ? SHOWN_BY_MS : 0)) return DONE;
    const element = surely(this.#context, locator);
    if (element) await this.#uncover(element);
    return { isOpen: this.#isReached(), isComplete: !element };
  }

  #isReached(): boolean {
    const element = surely(this.#context, this.#pin.locator);
    return element !== null && !isHidden(this.#context, element);
  }

  #isReachedBy(ms: number): Promise<boolean | null> {
    return this.#waits.until(() => this.#isReached(), ms);
  }

  /** Repeats one action. Returns false where it may not be repeated, or had no effect. */
  async #repeat(action: RecordedAction): Promise<boolean> {
    const context = this.#context;
    const element = await this.#reach(action.locator);
    if (!element) return false;
    if (isDone(context, element, action)) return true;
    if (isHidden(context, element)) await this.#uncover(element);
    if (isHidden(context, element) || !isHarmless(context, element, action.kind)) return false;
    context.own.scrollTo(element, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const before = performance.now();
    perform(context, element, action);
    const hasEffect = () =>
      context.changedAt() >= before || isDone(context, element, action) || this.#isReached();
    if (!(await this.#waits.until(hasEffect, EFFECT_BY_MS))) return false;
    await this.#waits.rest();
    return true;
  }

  async #reach(locator: Locator): Promise<Element | null> {
    const find = () => surely(this.#context, locator);
    const isScrolled = locator.scrolls.length > 0;
    const found = await this.#waits.until(find, isScrolled ? 0 : FOUND_BY_MS);
    if (found || !isScrolled) return found;
    await this.#scrollTo(locator);
    return this.#waits.until(find, FOUND_BY_MS);
  }

  /** Scrolls the containers of an element to where they were, outermost first. */
  async #scrollTo({ scrolls }: Locator): Promise<void> {
    for (const { selector, left, top } of scrolls.toReversed()) {
      const container = elementOf(selector);
      if (!container) continue;
      for (let times = 0; times < SCROLLS_MAX; times++) {
        const before = container.scrollTop;
        container.scrollTo({ left, top, behavior: 'instant' });
        await this.#waits.rest();
        if (Math.abs(container.scrollTop - top) < 2 || container.scrollTop === before) break;
      }
    }
  }

  /** Shows an element that is in the page but hidden. */
  async #uncover(element: Element): Promise<void> {
    const context = this.#context;
    for (let layer = 0; layer < LAYERS_MAX && isHidden(context, element); layer++) {
      if (!openLayer(context, element)) break;
      await this.#waits.rest();
    }
    if (!isHidden(context, element)) return;
    const end = pointAt(context, element);
    // The person may do something else before the page rests.
    context.keepPointed(end);
    await this.#waits.rest();
    if (isHidden(context, element)) end();
  }

  /** Restores the state of the page. Returns whether the element of the pin is reached. */
  async #restore({ opened, scroll }: PageState): Promise<boolean> {
    const tried = new Set<string>();
    for (const one of opened) {
      if (this.#isReached()) return true;
      if (await this.#waits.until(() => open(this.#context, one, tried), SHOWN_BY_MS))
        await this.#waits.rest();
    }
    if (this.#isReached()) return true;
    scrollBack(scroll);
    return false;
  }
}
