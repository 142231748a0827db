import type { PickedElement } from '@stagelink/shared/preview/messages';
import { type Dispatch, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import type { PickFor, Picking, ThreadEvent } from '../comments/threadMachine.ts';
import type { Preview } from '../preview/usePreview.ts';

/** Pictures need code that the agent loads on demand; do not wait longer. */
const PICTURE_WAIT_MS = 30_000;
/** The agent reports the end of picking before the picked element. */
const ENDING_MS = 1000;

export interface Pick {
  /** Started in the viewer; a page could fake any other pick. */
  isAsked: boolean;
  element: PickedElement;
  picture: Promise<Blob | null>;
  /** What coding agents get about it, as the agent wrote it. */
  inspection: Promise<string | null>;
}

/** A long press picks without starting in the viewer. */
const hasTouch = () => window.matchMedia('(any-pointer: coarse)').matches;

interface PickingState {
  picking: Picking | null;
  dispatch: Dispatch<ThreadEvent>;
}

/**
 * Picks an element. Picks that did not start in the viewer count only on touch devices, and only to begin a
 * new comment.
 */
export function usePicking(
  { send, listen, documents }: Preview,
  { picking, dispatch }: PickingState,
  onPick: (purpose: PickFor, pick: Pick) => void,
) {
  const awaited = useRef<{ pickId: string; settle: (picture: ArrayBuffer | null) => void }>(null);
  const inspecting = useRef<{ pickId: string; settle: (inspection: string | null) => void }>(null);
  const ending = useRef<{ purpose: PickFor; until: number }>(null);
  const isPicking = picking !== null;
  const isNew = picking?.purpose === 'new';
  const mode = picking?.mode ?? 'one';

  const awaitPicture = useCallback((pickId: string) => {
    awaited.current?.settle(null);
    const sent = new Promise<ArrayBuffer | null>((resolve) => {
      const timer = setTimeout(() => settle(null), PICTURE_WAIT_MS);
      function settle(picture: ArrayBuffer | null): void {
        clearTimeout(timer);
        if (awaited.current?.pickId === pickId) awaited.current = null;
        resolve(picture);
      }
      awaited.current = { pickId, settle };
    });
    // Loaded on first use. A comment is sent without its picture rather than not at all.
    return sent
      .then(async (bytes) => bytes && (await import('./pictureOf.ts')).pictureOf(bytes))
      .catch(() => null);
  }, []);

  const answered = useEffectEvent((isBlocked: boolean) =>
    dispatch({ type: 'pickAnswered', answer: { document: documents, isBlocked } }),
  );

  const end = useEffectEvent(() => {
    if (picking) ending.current = { purpose: picking.purpose, until: performance.now() + ENDING_MS };
    dispatch({ type: 'pickEnded' });
  });

  const pick = useEffectEvent((element: PickedElement) => {
    const ended = ending.current && performance.now() < ending.current.until ? ending.current.purpose : null;
    const started = picking?.purpose ?? ended;
    const meant = started ?? (hasTouch() ? 'new' : null);
    ending.current = null;
    if (meant === null) return;
    dispatch({ type: 'pickEnded' });
    const { pickId } = element;
    const inspection = new Promise<string | null>((settle) => {
      inspecting.current = { pickId, settle };
    });
    onPick(meant, { isAsked: started !== null, element, picture: awaitPicture(pickId), inspection });
  });

  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'picking' && !message.isOn && !message.isBlocked) end();
        else if (message.type === 'picking') answered(!message.isOn);
        if (message.type === 'picked') pick(message);
        if (message.type === 'inspected' && inspecting.current?.pickId === message.pickId)
          inspecting.current.settle(message.inspection);
        if (message.type !== 'pictured' || awaited.current?.pickId !== message.pickId) return;
        awaited.current.settle(message.picture);
      }),
    [listen],
  );

  // Also for every new document.
  useEffect(() => {
    const isArea = mode === 'area';
    const takesSelection = isNew && mode === 'one';
    if (isPicking && documents > 0)
      send({ type: 'pick', isOn: true, takesSelection, isArea, further: isArea ? 'one' : mode });
  }, [isPicking, isNew, mode, documents, send]);

  /** Picks the element that a thread's pin was found on, or the other one that it may be on. */
  const confirm = useCallback(
    (id: string, isOther: boolean) => {
      ending.current = { purpose: { repin: id }, until: performance.now() + ENDING_MS };
      send({ type: 'choose', id, isOther });
    },
    [send],
  );
  const stopPicking = useCallback(() => {
    dispatch({ type: 'pickEnded' });
    send({ type: 'pick', isOn: false });
  }, [dispatch, send]);

  const answer = picking?.answer?.document === documents ? picking.answer : null;
  return {
    confirm,
    stopPicking,
    isPickReady: answer?.isBlocked === false,
    isPickBlocked: answer?.isBlocked === true,
  };
}
