import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { PageState } from '@stagelink/shared/preview/pickedElement';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { ReopenContext } from './context.ts';
import { isHidden, isUndrawn } from './hidden.ts';
import { Recorder } from './recorder.ts';
import { createReplay } from './replay.ts';
import { createShow, type Show } from './show.ts';

export interface Reopening extends Show {
  /** Takes an event of a person that the prototype gets next. */
  take: (event: Event) => void;
  changed: (changes: MutationRecord[]) => void;
  /** Returns what opened the part of the page that an element is in. */
  actionsFor: (element: Element) => RecordedAction[];
  /** Returns a test whether an element is hidden now, for many elements at once. */
  hiddenTest: () => (element: Element) => boolean;
  /** Whether actions are being repeated. */
  isRunning: () => boolean;
  /** Whether a pin that is not surely found is in a part of the page that is not open. */
  isClosed: (pin: DrawnPin) => boolean;
  /** Opens the part of the page that a pin is in. */
  reopen: (id: string, page: PageState | null) => Promise<void>;
}

/** Keeps a page from being left while actions are repeated. The gate of the agent stops forms that are submitted. */
function createBarrier({ own }: ReopenContext, isOn: () => boolean): void {
  const { navigation } = window as Partial<Window>;
  if (!navigation) return;
  own.listen(navigation, 'navigate', (event) => {
    const { destination, formData, cancelable } = event as NavigateEvent;
    if (isOn() && cancelable && (formData || !destination.sameDocument)) own.prevent(event);
  });
}

/** Remembers what opens parts of the page, and opens them again. */
export function createReopening(context: ReopenContext): Reopening {
  const { own, known, look, send } = context;
  const recorder = new Recorder(context);
  const take = (event: Event): void => recorder.take(event);
  const show = createShow(context);
  /** Pins that were not there although everything around them was opened. */
  const missing = new Set<string>();
  let changedAt = -Infinity;
  /** The number of the attempt under way; it changes when a person does something else. */
  let attempt = 0;
  let isRunning = false;
  /** What ends that elements look as if they were pointed at. */
  const pointing = new Set<() => void>();

  function stop(): void {
    attempt++;
    isRunning = false;
    for (const end of pointing) end();
    pointing.clear();
  }

  createBarrier(context, () => isRunning);
  for (const type of ['focusin', 'change', 'toggle', 'pointercancel']) own.listen(window, type, take, true);
  for (const type of ['pointerdown', 'wheel', 'keydown'])
    own.listen(window, type, (event) => event.isTrusted && stop(), true);

  async function reopen(id: string, page: PageState | null): Promise<void> {
    const pin = known.get(id)?.pin;
    if (!pin) return send({ type: 'reopened', id, isOpen: false });
    show.leave();
    stop();
    const mine = attempt;
    const replay = createReplay(
      {
        ...context,
        changedAt: () => changedAt,
        isCurrent: () => attempt === mine,
        keepPointed: (end) => pointing.add(end),
      },
      pin,
    );
    isRunning = true;
    missing.delete(id);
    const ended = await replay(page).catch(() => ({ isOpen: false, isComplete: false }));
    if (attempt === mine) isRunning = false;
    if (ended.isComplete && !ended.isOpen) missing.add(id);
    look();
    send({ type: 'reopened', id, isOpen: ended.isOpen });
  }

  return {
    ...show,
    take,
    changed(changes) {
      changedAt = performance.now();
      if (!isRunning) recorder.changed(changes);
    },
    actionsFor: (element) => recorder.actionsFor(element),
    hiddenTest() {
      const clipping = new Map<Element, boolean>();
      return (element) => isHidden(context, element, clipping);
    },
    isRunning: () => isRunning,
    isClosed: ({ id, actions, locator: { scrolls } }) =>
      !missing.has(id) &&
      ((actions?.some(({ adds }) => adds) ?? false) || scrolls.some((each) => isUndrawn(context, each))),
    reopen,
  };
}
