import type { FromAgent } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

const KEYS = /^(key|beforeinput)/;

/**
 * Keeps the page from taking the keyboard while a field of the viewer has it. Pages may hold their focus, and what is
 * typed into a comment would arrive in them. A press in the page ends this.
 */
export function createFocusHold(send: (message: FromAgent) => void) {
  let isOn = false;
  let restore: (() => void) | undefined;

  /** Replaced only while held, so that the page has its own functions otherwise. A page may have frozen them. */
  function disable(): () => void {
    const owners = [HTMLElement.prototype, SVGElement.prototype, window];
    const before = owners.map((owner) => owner.focus);
    const doNothing = () => {};
    for (const owner of owners) Reflect.set(owner, 'focus', doNothing);
    return () =>
      owners.forEach((owner, at) => {
        if (owner.focus === doNothing) Reflect.set(owner, 'focus', before[at]);
      });
  }

  function set(next: boolean): void {
    if (next === isOn) return;
    isOn = next;
    restore?.();
    restore = isOn ? disable() : undefined;
    // The page took the keyboard before it learned that a field has it.
    if (isOn && document.hasFocus()) send({ type: 'focusTaken' });
  }

  own.listen(window, 'focusin', () => isOn && send({ type: 'focusTaken' }), true);

  return {
    set,
    /** Whether an event is a key that was meant for the viewer. */
    takes({ type }: Event): boolean {
      if (type === 'pointerdown') set(false);
      return isOn && KEYS.test(type);
    },
  };
}
