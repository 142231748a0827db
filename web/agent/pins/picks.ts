import type { DrawnPin, ToAgent } from '@stagelink/shared/preview/messages';
import type { Picking } from '../picking/picking.ts';
import type { Selecting } from '../selection/selection.ts';
import type { LazyPart } from './lazyPart.ts';

/** Starts and ends the picking of elements by code that is loaded when it is first needed. */
export class Picks {
  readonly part: LazyPart<Picking>;
  readonly #selections: LazyPart<Selecting>;
  /** Picking may end before its code is loaded. */
  #isWanted = false;

  constructor(part: LazyPart<Picking>, selections: LazyPart<Selecting>) {
    this.part = part;
    this.#selections = selections;
  }

  get isOn(): boolean {
    return this.part.now()?.picker.isOn ?? false;
  }

  start(request: Extract<ToAgent, { type: 'pick' }>, failed: () => void): void {
    this.#isWanted = true;
    this.part.load((picking) => {
      if (!this.#isWanted) return;
      picking.start(request);
      this.#selections.load((selecting) => request.takesSelection && picking.picker.isOn && selecting.read());
    }, failed);
  }

  stop(): void {
    this.#isWanted = false;
    this.part.now()?.picker.stop();
  }

  /** Picks the elements that are chosen. */
  finish(): void {
    this.part.now()?.picker.finish();
  }

  /** Draws frames around the further elements of the comment that is open. */
  outlineFurther(pins: readonly DrawnPin[]): void {
    const further = pins.find((pin) => pin.isCurrent && pin.further)?.further;
    if (further || this.part.now()) this.part.load((picking) => picking.further.show(further ?? []));
  }

  /** Takes an event while picking; false leaves a key to the browser. */
  take(event: Event): boolean {
    return this.part.now()?.picker.take(event) ?? false;
  }
}
