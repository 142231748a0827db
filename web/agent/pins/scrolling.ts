import type { FromAgent } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

const THROTTLE_MS = 80;

/** Synchronizes scrolling with another version of the page. */
export function createScrolling(send: (message: FromAgent) => void) {
  let isReported = false;
  let isWatching = false;
  let isWaiting = false;
  let known = '';

  const place = () => `${Math.round(window.scrollX)} ${Math.round(window.scrollY)}`;

  function sendPosition(): void {
    isWaiting = false;
    if (!isReported || place() === known) return;
    known = place();
    send({ type: 'scrolled', x: Math.round(window.scrollX), y: Math.round(window.scrollY) });
  }

  function soon(): void {
    if (isWaiting || !isReported) return;
    isWaiting = true;
    own.later(sendPosition, THROTTLE_MS);
  }

  return {
    watch(isOn: boolean): void {
      isReported = isOn;
      known = place();
      if (!isOn || isWatching) return;
      isWatching = true;
      own.listen(window, 'scroll', soon, true);
    },
    to(x: number, y: number): void {
      window.scrollTo({ left: x, top: y, behavior: 'instant' });
      // Do not echo the other page's position; a shorter page may not reach it.
      known = place();
    },
  };
}
