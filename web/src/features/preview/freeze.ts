import type { Frozen } from '@stagelink/shared/preview/messages';
import { isSamePage } from '@stagelink/shared/preview/routes';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { toastProblem } from '../../kit/toast.ts';
import { t } from './freezeCopy.ts';
import type { Preview } from './usePreview.ts';

interface Freezing {
  /** Whether the page's reports are read, by a part of the viewer that loads after the button. */
  isHeard: boolean;
  /** The document that is frozen, if it is. */
  document: number;
  isFrozen: boolean;
  /** What goes on nevertheless. */
  beyond: NonNullable<Frozen['beyond']>;
  /** The page that was frozen. */
  route: string;
}

const MOVES: Freezing = { isHeard: false, document: 0, isFrozen: false, beyond: [], route: '' };

/** Read by parts of the viewer that load after its first drawing, where nothing else needs it. */
let freezing = MOVES;
const listeners = new Set<() => void>();

function set(next: Freezing): void {
  freezing = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether what moves in the preview is stopped, and how that is changed. */
export function useFreeze({ send, phase, documents }: Preview) {
  const { document, beyond, ...known } = useSyncExternalStore(subscribe, () => freezing);
  // A new document is not frozen.
  const isFrozen = known.isFrozen && document === documents && phase === 'ready';
  const canFreeze = known.isHeard && phase === 'ready';
  return {
    isFrozen,
    beyond,
    canFreeze,
    toggle: () => void (canFreeze && send({ type: 'freeze', isOn: !isFrozen })),
  };
}

/** Keeps whether the page is frozen. Another page of the same document is released. */
export function useFreezeReports({ listen, send, documents, route }: Preview): void {
  const take = useEffectEvent(({ isOn, isBlocked, beyond = [] }: Frozen) => {
    set({ isHeard: true, document: documents, isFrozen: isOn, beyond, route });
    if (isBlocked) toastProblem(t('blocked'));
  });
  useEffect(() => {
    const stop = listen((message) => {
      if (message.type === 'frozen') take(message);
    });
    set({ ...MOVES, isHeard: true });
    return () => {
      stop();
      set(MOVES);
    };
  }, [listen]);
  useEffect(() => {
    if (freezing.isFrozen && !isSamePage(freezing.route, route)) send({ type: 'freeze', isOn: false });
  }, [route, send]);
}
