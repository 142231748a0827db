import { useEffect } from 'react';
import { readStored, writeStored } from '../../../data/stored.ts';
import { t } from '../../../words/comments.ts';
import type { Say } from '../useNews.ts';

const SHOWN = 'long-press-hint';
const SHOWN_MS = 6000;

/** Says once in a browser that is used by touch that a finger that rests picks an element. */
export function useLongPressHint(isReady: boolean, say: Say): void {
  useEffect(() => {
    if (!isReady || !window.matchMedia('(pointer: coarse)').matches || readStored(SHOWN) !== null) return;
    // Where nothing is kept it would be said on every page.
    if (writeStored(SHOWN, 'shown')) say(t('longPressHint'), { shownFor: SHOWN_MS });
  }, [isReady, say]);
}
