import type { FromAgent } from '@stagelink/shared/preview/messages';
import { own } from './own.ts';

const LOOK_MS = 400;

const isHidden = (element: Element): boolean => {
  const { display, visibility, opacity } = own.styleOf(element);
  return display === 'none' || visibility === 'hidden' || opacity === '0';
};

/** Reports a loaded page that hides itself as a whole, again and again until it shows itself. */
export function watchHiding(send: (message: FromAgent) => void): void {
  let isReported = false;
  let wasHidden = false;
  own.repeat(() => {
    const { body, documentElement, readyState } = document;
    const isNow = readyState === 'complete' && (isHidden(documentElement) || (body && isHidden(body)));
    // A page may hide itself for a moment while it starts.
    const isLasting = isNow && wasHidden;
    wasHidden = isNow;
    if (!isLasting && (!isReported || isNow)) return;
    isReported = isLasting;
    send({ type: 'hiding', isHidden: isLasting });
  }, LOOK_MS);
}
