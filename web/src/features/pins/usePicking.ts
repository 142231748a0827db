import type { PickedElement } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Preview } from '../preview/usePreview.ts';

/** Pictures need code that the agent loads on demand; do not wait longer. */
const PICTURE_WAIT_MS = 30_000;
/** The agent reports the end of picking before the picked element. */
const ENDING_MS = 1000;

const NO_ANSWER = { document: -1, isBlocked: false };

/** A new thread, or re-attaching the pin of a thread. */
export type PickFor = 'new' | { repin: string };

export interface Pick {
  /** Started in the viewer; a page could fake any other pick. */
  isAsked: boolean;
  element: PickedElement;
  picture: Promise<Blob | null>;
}

/** A long press picks without starting in the viewer. */
const hasTouch = () => window.matchMedia('(any-pointer: coarse)').matches;

/**
 * Picks an element. Picks that did not start in the viewer count only on touch devices, and only to begin a
 * new comment.
 */
export function usePicking(preview: Preview, onPick: (purpose: PickFor, pick: Pick) => void) {
  const { send, listen, documents } = preview;
  const [picking, setPicking] = useState<PickFor | null>(null);
  const [isPickingArea, pickArea] = useState(false);
  const awaited = useRef<{ pickId: string; settle: (picture: ArrayBuffer | null) => void }>(null);
  const ending = useRef<{ purpose: PickFor; until: number }>(null);
  const isPicking = picking !== null;
  const isNew = picking === 'new';
  /** The document in which a click picks, or cannot because the page blocks the code. */
  const [answer, setAnswer] = useState(NO_ANSWER);

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

  const answered = useEffectEvent((isBlocked: boolean) => setAnswer({ document: documents, isBlocked }));

  const end = useEffectEvent(() => {
    setAnswer(NO_ANSWER);
    if (picking !== null) ending.current = { purpose: picking, until: performance.now() + ENDING_MS };
    setPicking(null);
  });

  const pick = useEffectEvent((element: PickedElement) => {
    const ended = ending.current && performance.now() < ending.current.until ? ending.current.purpose : null;
    const started = picking ?? ended;
    const meant = started ?? (hasTouch() ? 'new' : null);
    ending.current = null;
    if (meant === null) return;
    setPicking(null);
    onPick(meant, { isAsked: started !== null, element, picture: awaitPicture(element.pickId) });
  });

  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'picking' && !message.isOn && !message.isBlocked) end();
        else if (message.type === 'picking') answered(!message.isOn);
        if (message.type === 'picked') pick(message);
        if (message.type !== 'pictured' || awaited.current?.pickId !== message.pickId) return;
        awaited.current.settle(message.picture);
      }),
    [listen],
  );

  // Also for every new document.
  useEffect(() => {
    if (isPicking && documents > 0)
      send({ type: 'pick', isOn: true, takesSelection: isNew && !isPickingArea, isArea: isPickingArea });
  }, [isPicking, isNew, isPickingArea, documents, send]);

  const startPicking = useCallback((next: PickFor) => {
    pickArea(false);
    setPicking(next);
  }, []);
  /** Picks the element that a thread's pin was found on, or the other one that it may be on. */
  const confirm = useCallback(
    (id: string, isOther: boolean) => {
      ending.current = { purpose: { repin: id }, until: performance.now() + ENDING_MS };
      send({ type: 'choose', id, isOther });
    },
    [send],
  );
  const stopPicking = useCallback(() => {
    setPicking(null);
    setAnswer(NO_ANSWER);
    send({ type: 'pick', isOn: false });
  }, [send]);

  const isAnswered = answer.document === documents;
  return {
    picking,
    isPickReady: isAnswered && !answer.isBlocked,
    isPickBlocked: isAnswered && answer.isBlocked,
    isPickingArea,
    pickArea,
    startPicking,
    confirm,
    stopPicking,
  };
}
