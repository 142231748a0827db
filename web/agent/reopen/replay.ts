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
  isOpen: boolean;
  /** Everything was tried. */
  isComplete: boolean;
}

const DONE: Reopened = { isOpen: true, isComplete: true };

/** Opens the part of the page that a pin is in. */
export function createReplay(context: ReplayContext, pin: DrawnPin) {
  const { locator: wanted } = pin;
  const actions = pin.actions ?? [];
  const { until, rest } = createWaits(context);

  const isReached = () => {
    const element = surely(context, wanted);
    return element !== null && !isHidden(context, element);
  };

  /** Scrolls the containers of an element to where they were, outermost first. */
  async function scrollTo({ scrolls }: Locator): Promise<void> {
    for (const { selector, left, top } of scrolls.toReversed()) {
      const container = elementOf(selector);
      if (!container) continue;
      for (let times = 0; times < SCROLLS_MAX; times++) {
        const before = container.scrollTop;
        container.scrollTo({ left, top, behavior: 'instant' });
        await rest();
        if (Math.abs(container.scrollTop - top) < 2 || container.scrollTop === before) break;
      }
    }
  }

  async function reach(locator: Locator): Promise<Element | null> {
    const find = () => surely(context, locator);
    const isScrolled = locator.scrolls.length > 0;
    const found = await until(find, isScrolled ? 0 : FOUND_BY_MS);
    if (found || !isScrolled) return found;
    await scrollTo(locator);
    return until(find, FOUND_BY_MS);
  }

  /** Shows an element that is in the page but hidden. */
  async function uncover(element: Element): Promise<void> {
    for (let layer = 0; layer < LAYERS_MAX && isHidden(context, element); layer++) {
      if (!openLayer(context, element)) break;
      await rest();
    }
    if (!isHidden(context, element)) return;
    const end = pointAt(context, element);
    // The person may do something else before the page rests.
    context.keepPointed(end);
    await rest();
    if (isHidden(context, element)) end();
  }

  /** Repeats one action. Returns false where it may not be repeated, or had no effect. */
  async function repeat(action: RecordedAction): Promise<boolean> {
    const element = await reach(action.locator);
    if (!element) return false;
    if (isDone(context, element, action)) return true;
    if (isHidden(context, element)) await uncover(element);
    if (isHidden(context, element) || !isHarmless(context, element, action.kind)) return false;
    context.own.scrollTo(element, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const before = performance.now();
    perform(context, element, action);
    const hasEffect = () => context.changedAt() >= before || isDone(context, element, action) || isReached();
    if (!(await until(hasEffect, EFFECT_BY_MS))) return false;
    await rest();
    return true;
  }

  async function restore({ opened, scroll }: PageState): Promise<boolean> {
    const tried = new Set<string>();
    for (const one of opened) {
      if (isReached()) return true;
      if (await until(() => open(context, one, tried), SHOWN_BY_MS)) await rest();
    }
    if (isReached()) return true;
    scrollBack(scroll);
    return false;
  }

  /** Returns whether the element of the pin can be seen, or scrolled to. */
  return async (page: PageState | null): Promise<Reopened> => {
    for (const action of actions) {
      if (isReached()) return DONE;
      if (!(await repeat(action))) return { isOpen: isReached(), isComplete: false };
    }
    if (isReached() || (actions.length > 0 && (await until(isReached, SHOWN_BY_MS)))) return DONE;
    if (page && (await restore(page))) return DONE;
    await scrollTo(wanted);
    if (await until(isReached, wanted.scrolls.length > 0 ? SHOWN_BY_MS : 0)) return DONE;
    const element = surely(context, wanted);
    if (element) await uncover(element);
    return { isOpen: isReached(), isComplete: !element };
  };
}
