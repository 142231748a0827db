import type { FromAgent } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

const THROTTLE_MS = 80;

/** Keeps a page in step with another version of it: tells where it is scrolled to, and scrolls where the other is. */
export function createScrolling(send: (message: FromAgent) => void) {
  let isTold = false;
  let isWatching = false;
  let isWaiting = false;
  let known = '';

  const place = () => `${Math.round(window.scrollX)} ${Math.round(window.scrollY)}`;

  function tell(): void {
    isWaiting = false;
    if (!isTold || place() === known) return;
    known = place();
    send({ type: 'scrolled', x: Math.round(window.scrollX), y: Math.round(window.scrollY) });
  }

  function soon(): void {
    if (isWaiting || !isTold) return;
    isWaiting = true;
    own.later(tell, THROTTLE_MS);
  }

  return {
    watch(isOn: boolean): void {
      isTold = isOn;
      known = place();
      if (!isOn || isWatching) return;
      isWatching = true;
      own.listen(window, 'scroll', soon, true);
    },
    to(x: number, y: number): void {
      window.scrollTo({ left: x, top: y, behavior: 'instant' });
      // Where the other led is no news to it; a shorter page may not have got that far.
      known = place();
    },
  };
}
