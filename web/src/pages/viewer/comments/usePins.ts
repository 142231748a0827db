import { PINS_MAX } from '@stagelink/shared/preview/handshake';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { useEffect, useMemo } from 'react';
import type { Placed } from '../../../data/drafts.ts';
import type { Preview } from '../usePreview.ts';
import { isResolved, type Thread } from './threads.ts';

/** The pin of what is being written; no thread has this id. */
const DRAFT_PIN = '00000000-0000-4000-8000-000000000000';

interface Pins {
  threads: readonly Thread[];
  current: string | null;
  draft: Placed | null;
  areShown: boolean;
}

/** Keeps the agent told of all pins, also after a page has started anew. */
export function usePins({ send, documents }: Preview, { threads, current, draft, areShown }: Pins): void {
  const pins = useMemo(() => {
    const drawn = threads.flatMap((thread): DrawnPin[] => {
      const { id, locator, pinNumber } = thread.root;
      if (!locator) return [];
      return [{ id, number: pinNumber, locator, isResolved: isResolved(thread), isCurrent: id === current }];
    });
    const written: DrawnPin[] = draft
      ? [{ id: DRAFT_PIN, number: null, locator: draft.picked.locator, isResolved: false, isCurrent: true }]
      : [];
    return [...written, ...drawn].slice(0, PINS_MAX);
  }, [threads, current, draft]);

  useEffect(() => {
    if (documents > 0) send({ type: 'pins', pins, areShown });
  }, [pins, areShown, documents, send]);
}
