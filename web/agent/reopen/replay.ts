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

/** Opens the part of the page that a pin is in. Returns whether the element of the pin can be seen, or scrolled to. */
export function createReplay(context: ReplayContext) {
  const { own, changedAt, isCurrent } = context;

  async function pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => own.later(resolve, ms));
    if (!isCurrent()) throw new Interrupted();
  }

  /** Asks again when the page has changed, until there is a result. */
  async function awaited<T>(ask: () => T | null, ms: number): Promise<T | null> {
    const end = performance.now() + ms;
    let askedAt = -Infinity;
    for (;;) {
      // Styles change without the page: ask now and then.
      if (changedAt() > askedAt || performance.now() - askedAt > 500) {
        askedAt = performance.now();
        const result = ask();
        if (result !== null) return result;
      }
      if (performance.now() > end) return null;
      await pause(STEP_MS);
    }
  }

  async function rest(): Promise<void> {
    const end = performance.now() + REST_BY_MS;
    do await pause(STEP_MS);
    while (performance.now() - changedAt() < REST_MS && performance.now() < end);
  }

  /** Returns the element of a locator where it is surely found. */
  function surely(locator: Locator): Element | null {
    const finding = findNow(context, locator);
    return finding.status === 'found' ? finding.element : null;
  }

  const seen = (locator: Locator): true | null => {
    const element = surely(locator);
    return element && !isHidden(context, element) ? true : null;
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
    const isScrolled = locator.scrolls.length > 0;
    const found = await awaited(() => surely(locator), isScrolled ? 0 : FOUND_BY_MS);
    if (found || !isScrolled) return found;
    await scrollTo(locator);
    return awaited(() => surely(locator), FOUND_BY_MS);
  }

  /** Repeats one action. Returns false where it may not be repeated, or had no effect. */
  async function repeat(action: RecordedAction, isReached: () => true | null): Promise<boolean> {
    const element = await reach(action.locator);
    if (!element) return false;
    if (isDone(context, element, action)) return true;
    if (isHidden(context, element)) await uncover(element);
    if (isHidden(context, element) || !isHarmless(context, element, action.kind)) return false;
    own.scrollTo(element, { block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const before = performance.now();
    perform(context, element, action);
    const hasEffect = () => (changedAt() >= before || isDone(context, element, action) ? true : isReached());
    if (!(await awaited(hasEffect, EFFECT_BY_MS))) return false;
    await rest();
    return true;
  }

  /** Presses what controls the hidden part that an element is in. */
  function pressControl(hidden: Element): boolean {
    const { id } = hidden;
    const name = id && CSS.escape(id);
    const controls = id ? [...document.querySelectorAll(`[aria-controls~="${name}"]`)] : [];
    const label = hidden.getAttribute('aria-labelledby')?.split(/\s+/)[0];
    const tab = label ? document.getElementById(label) : null;
    if (tab?.matches('[role=tab]')) controls.push(tab);
    const control = controls.find(
      (one) => !isHidden(context, one) && isHarmless(context, one, 'press') && one !== hidden,
    );
    const action = { kind: 'press' } as RecordedAction;
    if (!control || isDone(context, control, action)) return false;
    perform(context, control, action);
    return true;
  }

  /** Opens one part around an element; false where nothing opens. */
  function openLayer(element: Element): boolean {
    for (const at of chainOf(context, element).toReversed()) {
      if (at.matches('details:not([open])') && at !== element) {
        (at as HTMLDetailsElement).open = true;
        return true;
      }
      if (at.matches('[popover]:not(:popover-open)')) {
        (at as HTMLElement).showPopover();
        return true;
      }
      if (isHidden(context, at) && pressControl(at)) return true;
    }
    return false;
  }

  /** Shows an element that is in the page but hidden. */
  async function uncover(element: Element): Promise<void> {
    for (let layer = 0; layer < LAYERS_MAX && isHidden(context, element); layer++) {
      if (!openLayer(element)) break;
      await rest();
    }
    if (!isHidden(context, element)) return;
    const end = pointAt(context, element);
    // The person may do something else before the page rests.
    context.keepPointed(end);
    await rest();
    if (isHidden(context, element)) end();
  }

  async function restore({ opened, scroll }: PageState, isReached: () => true | null): Promise<boolean> {
    const tried = new Set<string>();
    for (const one of opened) {
      if (isReached()) return true;
      const isOpen = await awaited(() => open(context, one, tried) || null, SHOWN_BY_MS);
      if (isOpen) await rest();
    }
    if (isReached()) return true;
    scrollBack(scroll);
    return false;
  }

  return {
    /** `isComplete`: everything was tried. */
    async open(
      { locator, actions }: DrawnPin,
      page: PageState | null,
    ): Promise<{ isOpen: boolean; isComplete: boolean }> {
      const isReached = () => seen(locator);
      const done = { isOpen: true, isComplete: true };
      if (isReached()) return done;
      for (const action of actions ?? []) {
        if (isReached()) return done;
        if (!(await repeat(action, isReached))) return { isOpen: isReached() ?? false, isComplete: false };
      }
      if (actions?.length && (await awaited(isReached, SHOWN_BY_MS))) return done;
      if (page && (await restore(page, isReached))) return done;
      await scrollTo(locator);
      if (await awaited(isReached, locator.scrolls.length > 0 ? SHOWN_BY_MS : 0)) return done;
      const element = surely(locator);
      if (element) await uncover(element);
      return { isOpen: isReached() ?? false, isComplete: !element };
    },
  };
}
