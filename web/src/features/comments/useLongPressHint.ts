import { useEffect } from 'react';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { t } from './copy.ts';
import type { ShowToast } from '../../kit/viewer/useVersionToast.ts';

const SHOWN = 'long-press-hint';
const SHOWN_MS = 6000;

/** Shows once per browser with touch input that a long press picks an element. */
export function useLongPressHint(isReady: boolean, say: ShowToast): void {
  useEffect(() => {
    if (!isReady || !window.matchMedia('(pointer: coarse)').matches || readStored(SHOWN) !== null) return;
    // The hint would show on every page if it could not be stored.
    if (writeStored(SHOWN, 'shown')) say(t('longPressHint'), { shownFor: SHOWN_MS });
  }, [isReady, say]);
}
