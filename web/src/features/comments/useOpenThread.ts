import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useStable } from '../../kit/useStable.ts';
import { useReveal } from '../pins/useReveal.ts';
import type { Preview } from '../preview/usePreview.ts';
import { type Thread, threadWith } from './threads.ts';

export interface OpenThreadOptions {
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

/** Keeps which thread is open and where it is shown: in the list, or beside its pin. */
export function useOpenThread(
  preview: Preview,
  all: readonly Thread[],
  { first, isListOpen, onListNeeded }: OpenThreadOptions,
) {
  const [currentId, setCurrentId] = useState(first);
  const [isAtPin, setIsAtPin] = useState(false);
  const [pressedIds, setPressedIds] = useState(NONE);
  const reveal = useReveal(preview);
  // The thread to reveal once its details are loaded.
  const sought = useRef(first);

  const current = threadWith(all, currentId);
  const pressed = useMemo(() => all.filter(({ root }) => pressedIds.includes(root.id)), [all, pressedIds]);

  /** Shows a thread where the user looks: in the open list, or beside its pin. */
  function place({ root: { locator } }: Thread): void {
    setIsAtPin(!isListOpen && locator !== null);
    if (!isListOpen && locator === null) onListNeeded();
  }

  const seek = useStable((thread: Thread) => {
    sought.current = thread.root.isBrief ? thread.root.id : null;
    if (thread.root.isBrief) return;
    place(thread);
    reveal(thread);
  });
  useEffect(() => {
    const thread = threadWith(all, sought.current);
    if (thread) seek(thread);
  }, [all, seek]);

  const select = useCallback((id: string) => {
    setCurrentId(id);
    sought.current = null;
    setPressedIds(NONE);
  }, []);

  const showInList = () => setIsAtPin(false);

  function showSent(id: string): void {
    select(id);
    showInList();
  }

  function choose(id: string): void {
    select(id);
    setIsAtPin(true);
  }

  usePressedPins(preview, (ids) => {
    const known = ids.filter((id) => all.some(({ root }) => root.id === id));
    if (known.length > 1) setPressedIds(known);
    else if (known[0] !== undefined) choose(known[0]);
  });

  return {
    current,
    /** The thread that the address named is still open. */
    isFirst: currentId === first,
    isAtPin: isAtPin && current !== null,
    pressed,
    seek,
    select,
    choose,
    forgetPressed: () => setPressedIds(NONE),
    showInList,
    showSent,
    close: () => setCurrentId(null),
  };
}
