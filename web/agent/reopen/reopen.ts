import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { PageState } from '@stagelink/shared/preview/pickedElement';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import type { ReopenContext } from './context.ts';
import { isHidden, isUndrawn } from './hidden.ts';
import { Recorder } from './recorder.ts';
import { Replay } from './replay.ts';
import { Show } from './show.ts';

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
export class Reopening {
  readonly page: Show;
  readonly #context: ReopenContext;
  readonly #recorder: Recorder;
  /** What ends that elements look as if they were pointed at. */
  readonly #pointing = new Set<() => void>();
  /** Pins that were not there although everything around them was opened. */
  readonly #missing = new Set<string>();
  #changedAt = -Infinity;
  /** The number of the attempt under way; it changes when a person does something else. */
  #attempt = 0;
  #isRunning = false;

  constructor(context: ReopenContext) {
    const { own } = context;
    this.page = new Show(context);
    this.#context = context;
    this.#recorder = new Recorder(context);
    createBarrier(context, () => this.#isRunning);
    for (const type of ['focusin', 'change', 'toggle', 'pointercancel'])
      own.listen(window, type, (event) => this.take(event), true);
    for (const type of ['pointerdown', 'wheel', 'keydown'])
      own.listen(window, type, (event) => this.#interrupt(event), true);
  }

  /** Whether actions are being repeated. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Takes an event of a person that the prototype gets next. */
  take(event: Event): void {
    this.#recorder.take(event);
  }

  changed(changes: MutationRecord[]): void {
    this.#changedAt = performance.now();
    if (!this.#isRunning) this.#recorder.changed(changes);
  }

  /** Returns what opened the part of the page that an element is in. */
  actionsFor(element: Element): RecordedAction[] {
    return this.#recorder.actionsFor(element);
  }

  /** Returns a test whether an element is hidden now, for many elements at once. */
  hiddenTest(): (element: Element) => boolean {
    const clipping = new Map<Element, boolean>();
    return (element) => isHidden(this.#context, element, clipping);
  }

  /** Whether a pin that is not surely found is in a part of the page that is not open. */
  isClosed({ id, actions, locator: { scrolls } }: DrawnPin): boolean {
    if (this.#missing.has(id)) return false;
    const isAdded = actions?.some(({ adds }) => adds) ?? false;
    return isAdded || scrolls.some((each) => isUndrawn(this.#context, each));
  }

  /** Opens the part of the page that a pin is in. */
  async reopen(id: string, page: PageState | null): Promise<void> {
    const { known, look, send } = this.#context;
    const pin = known.get(id)?.pin;
    if (!pin) return send({ type: 'reopened', id, isOpen: false });
    this.page.leave();
    this.#stop();
    this.#isRunning = true;
    this.#missing.delete(id);
    const attempt = this.#attempt;
    const isCurrent = () => this.#attempt === attempt;
    const { isOpen, isComplete } = await this.#replay(pin, isCurrent)
      .run(page)
      .catch(() => ({ isOpen: false, isComplete: false }));
    if (isCurrent()) this.#isRunning = false;
    if (isComplete && !isOpen) this.#missing.add(id);
    look(() => send({ type: 'reopened', id, isOpen }));
  }

  #interrupt({ isTrusted }: Event): void {
    this.page.leave();
    if (isTrusted) this.#stop();
  }

  #stop(): void {
    this.#attempt++;
    this.#isRunning = false;
    for (const end of this.#pointing) end();
    this.#pointing.clear();
  }

  #replay(pin: DrawnPin, isCurrent: () => boolean): Replay {
    return new Replay(
      {
        ...this.#context,
        changedAt: () => this.#changedAt,
        isCurrent,
        keepPointed: (end) => this.#pointing.add(end),
      },
      pin,
    );
  }
}
