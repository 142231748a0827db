import { PINS_MAX } from '@stagelink/shared/preview/handshake';
import type { PinTree } from '@stagelink/shared/contracts/comments';
import type { Further } from '@stagelink/shared/preview/further';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import { useEffect, useMemo, useState } from 'react';
import { WITH_AGENT } from '@stagelink/shared/domain/workText';
import { treeOn } from '@stagelink/shared/domain/treeOn';
import type { PickedPin } from './drafts.ts';
import type { DocumentTrees } from './givenTrees.ts';
import type { Preview } from '../preview/usePreview.ts';
import { isResolved, type Thread } from './threads.ts';

/** Id of the pin of an unsent comment; no thread has it. */
export const DRAFT_PIN = '00000000-0000-4000-8000-000000000000';

const locatorsOf = (further: Further | null) => further?.elements.map(({ locator }) => locator) ?? null;

const drawnDraft = ({ picked: { locator, selection, actions, further } }: PickedPin): DrawnPin => ({
  id: DRAFT_PIN,
  number: null,
  locator,
  selection: selection ?? null,
  actions: actions ?? null,
  further: locatorsOf(further ?? null),
  isResolved: false,
  isCurrent: true,
});

const nodesOf = ({ hash, node, further }: PinTree) => ({ hash, node, further });

type Given = Pick<DocumentTrees, 'trees' | 'missing'>;

/** A page tree of another version may yet find the pin. Resolved threads get none. */
function isTreeExpected(thread: Thread, version: number, { missing }: Given): boolean {
  const kept = treeOn(thread.root.trees, version);
  return (
    kept !== undefined && kept.version !== version && !isResolved(thread) && !missing.has(thread.root.id)
  );
}

function drawnThread(thread: Thread, isCurrent: boolean, version: number, given: Given): DrawnPin[] {
  const { id, locator, selection, actions, further, work, pinNumber: number } = thread.root;
  if (!locator) return [];
  const tree = given.trees.get(id);
  return [
    {
      id,
      number,
      locator,
      selection,
      actions,
      further: locatorsOf(further),
      isCurrent,
      isResolved: isResolved(thread),
      ...(work && !isResolved(thread) && WITH_AGENT.includes(work.state) && { isWithAgent: true }),
      ...(tree && { tree: nodesOf(tree) }),
      ...(isTreeExpected(thread, version, given) && { isTreeExpected: true }),
    },
  ];
}

interface Pins {
  threads: readonly Thread[];
  current: string | null;
  draft: PickedPin | null;
  /** The page trees that the shown document was given. */
  given: Given;
}

/** Sends all pins to the agent, again after each new document, and keeps whether they are shown. */
export function usePins({ send, documents, version }: Preview, { threads, current, draft, given }: Pins) {
  const { trees, missing } = given;
  const [areShown, setAreShown] = useState(true);
  const pins = useMemo(() => {
    const drawn = threads.flatMap((thread) =>
      drawnThread(thread, thread.root.id === current, version, { trees, missing }),
    );
    const written: DrawnPin[] = draft ? [drawnDraft(draft)] : [];
    return [...written, ...drawn].slice(0, PINS_MAX);
  }, [threads, current, draft, trees, missing, version]);

  useEffect(() => {
    if (documents > 0) send({ type: 'pins', pins, areShown });
  }, [pins, areShown, documents, send]);

  return { arePinsShown: areShown, togglePins: () => setAreShown(!areShown) };
}
