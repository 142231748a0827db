import { type Dispatch, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStable } from '../../kit/useStable.ts';
import { useReveal } from '../pins/useReveal.ts';
import type { Preview } from '../preview/usePreview.ts';
import type { ThreadEvent } from './threadMachine.ts';
import { type Thread, threadWith } from './threads.ts';

export interface OpeningOptions {
  /** The thread to open first. */
  first: string | null;
  /** Whether the list of threads is open. */
  isListOpen: boolean;
  /** The list must open: a thread without a pin was opened, or a comment was not sent. */
  onListNeeded: () => void;
}

const NONE: readonly string[] = [];

/** Calls back with the ids of the pins that were pressed in the preview. */
function usePressedPins({ listen }: Preview, onPress: (ids: readonly string[]) => void): void {
  const press = useEffectEvent(onPress);
  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'pinPressed') press(message.ids);
      }),
    [listen],
  );
}

/** Opens threads where the person looks: in the open list, or at their pins. */
export function useOpening(
  preview: Preview,
  { all, dispatch }: { all: readonly Thread[]; dispatch: Dispatch<ThreadEvent> },
  { first, isListOpen, onListNeeded }: OpeningOptions,
) {
  const [pressedIds, setPressedIds] = useState(NONE);
  const reveal = useReveal(preview);
  // The thread to reveal once its details are loaded.
  const sought = useRef(first);
  const pressed = useMemo(() => all.filter(({ root }) => pressedIds.includes(root.id)), [all, pressedIds]);

  const place = useStable(({ root: { id, locator } }: Thread) => {
    dispatch({ type: 'opened', thread: id, isAtPin: !isListOpen && locator !== null });
    if (!isListOpen && locator === null) onListNeeded();
  });
  const seek = useStable((thread: Thread) => {
    const { id, isBrief } = thread.root;
    sought.current = isBrief ? id : null;
    if (isBrief) return;
    place(thread);
    reveal(thread);
  });
  useEffect(() => {
    const thread = threadWith(all, sought.current);
    if (thread) seek(thread);
  }, [all, seek]);

  /** What was sought is given up for what the person does now. */
  const forget = useCallback(() => {
    sought.current = null;
    setPressedIds(NONE);
  }, []);
  const select = useCallback(
    (thread: string) => {
      forget();
      dispatch({ type: 'selected', thread });
    },
    [forget, dispatch],
  );
  const openAtPin = useCallback(
    (thread: string) => {
      forget();
      dispatch({ type: 'opened', thread, isAtPin: true });
    },
    [forget, dispatch],
  );

  usePressedPins(preview, (ids) => {
    const known = ids.filter((id) => all.some(({ root }) => root.id === id));
    if (known.length > 1) setPressedIds(known);
    else if (known[0] !== undefined) openAtPin(known[0]);
  });

  return { pressed, place, seek, select, openAtPin, forgetPressed: () => setPressedIds(NONE) };
}
