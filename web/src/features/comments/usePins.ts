import { PINS_MAX } from '@stagelink/shared/preview/handshake';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { useEffect, useMemo, useState } from 'react';
import { treeOn } from '@stagelink/shared/domain/treeOn';
import type { PickedPin } from './drafts.ts';
import type { DocumentTrees } from './givenTrees.ts';
import type { Preview } from '../preview/usePreview.ts';
import { isResolved, type Thread } from './threads.ts';

/** Id of the pin of an unsent comment; no thread has it. */
export const DRAFT_PIN = '00000000-0000-4000-8000-000000000000';

const drawnDraft = ({ picked: { locator, selection, actions } }: PickedPin): DrawnPin => ({
  id: DRAFT_PIN,
  number: null,
  locator,
  selection: selection ?? null,
  actions: actions ?? null,
  isResolved: false,
  isCurrent: true,
});

interface Pins {
  threads: readonly Thread[];
  current: string | null;
  draft: PickedPin | null;
  /** The page trees that the shown document was given. */
  given: Pick<DocumentTrees, 'trees' | 'missing'>;
}

/** Sends all pins to the agent, again after each new document, and keeps whether they are shown. */
export function usePins({ send, documents, version }: Preview, { threads, current, draft, given }: Pins) {
  const { trees, missing } = given;
  const [areShown, setAreShown] = useState(true);
  const pins = useMemo(() => {
    const drawn = threads.flatMap((thread): DrawnPin[] => {
      const { id, locator, selection, actions, pinNumber } = thread.root;
      if (!locator) return [];
      const isCurrent = id === current;
      const tree = trees.get(id);
      const kept = treeOn(thread.root.trees, version);
      const isTreeExpected = kept !== undefined && kept.version !== version && !missing.has(id);
      const pin = { id, number: pinNumber, locator, selection, actions };
      const drawn = { ...pin, isResolved: isResolved(thread), isCurrent };
      return [
        {
          ...drawn,
          ...(tree && { tree: { hash: tree.hash, node: tree.node } }),
          ...(isTreeExpected && { isTreeExpected }),
        },
      ];
    });
    const written: DrawnPin[] = draft ? [drawnDraft(draft)] : [];
    return [...written, ...drawn].slice(0, PINS_MAX);
  }, [threads, current, draft, trees, missing, version]);

  useEffect(() => {
    if (documents > 0) send({ type: 'pins', pins, areShown });
  }, [pins, areShown, documents, send]);

  return { arePinsShown: areShown, togglePins: () => setAreShown(!areShown) };
}
