import type { FromAgent } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

const KEYS = /^(key|beforeinput)/;

/** Takes the keyboard from the page. Returns a function that undoes it. A page may have frozen its own functions. */
function disableFocus(): () => void {
  const owners = [HTMLElement.prototype, SVGElement.prototype, window];
  const before = owners.map((owner) => owner.focus);
  const doNothing = () => {};
  for (const owner of owners) Reflect.set(owner, 'focus', doNothing);
  return () =>
    owners.forEach((owner, at) => {
      if (owner.focus === doNothing) Reflect.set(owner, 'focus', before[at]);
    });
}

/**
 * Keeps the page from taking the keyboard while a field of the viewer has it. Pages may hold their focus, and what is
 * typed into a comment would arrive in them. A press in the page ends this.
 */
export class FocusHold {
  readonly #send: (message: FromAgent) => void;
  /** Set only while held, so that the page has its own functions otherwise. */
  #restore: (() => void) | undefined;

  constructor(send: (message: FromAgent) => void) {
    this.#send = send;
    own.listen(window, 'focusin', () => this.#restore && this.#report(), true);
  }

  set(isOn: boolean): void {
    if (isOn === !!this.#restore) return;
    this.#restore?.();
    this.#restore = isOn ? disableFocus() : undefined;
    // The page took the keyboard before it learned that a field has it.
    if (isOn && document.hasFocus()) this.#report();
  }

  /** Whether an event is a key that was meant for the viewer. */
  takes({ type }: Event): boolean {
    if (type === 'pointerdown') this.set(false);
    return !!this.#restore && KEYS.test(type);
  }

  #report(): void {
    this.#send({ type: 'focusTaken' });
  }
}
