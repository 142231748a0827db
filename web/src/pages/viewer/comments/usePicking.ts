import { PICTURE_MAX } from '@stagelink/shared/preview/handshake';
import type { PickedElement } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Preview } from '../usePreview.ts';
import { pictureOf } from './picture.ts';

/** The agent may need to load what makes pictures; nobody waits for it longer. */
const PICTURE_WAIT_MS = 30_000;
/** The agent says that picking is over before it says what was picked. */
const ENDING_MS = 1000;

/** What the next pick is for: a new thread, or a thread whose pin is set anew. */
export type PickFor = 'new' | { repin: string };

export interface Pick {
  /** It was begun in the viewer; a page may claim any other. */
  isAsked: boolean;
  element: PickedElement;
  picture: Promise<Blob | null>;
}

/** A finger that rests on an element picks it too, without being asked. */
const hasTouch = () => window.matchMedia('(any-pointer: coarse)').matches;

/**
 * Lets somebody pick an element. What comes unasked counts only where a long press can have sent it, and only as the
 * beginning of a new comment.
 */
export function usePicking(preview: Preview, onPick: (purpose: PickFor, pick: Pick) => void) {
  const { send, listen, documents } = preview;
  const [purpose, setPurpose] = useState<PickFor | null>(null);
  const awaited = useRef<{ pickId: string; settle: (picture: Blob | null) => void }>(null);
  const ending = useRef<{ purpose: PickFor; until: number }>(null);
  const isPicking = purpose !== null;
  /** The document in which a click would pick: the agent has said so. */
  const [readyIn, setReadyIn] = useState<number | null>(null);

  const awaitPicture = useCallback((pickId: string) => {
    awaited.current?.settle(null);
    return new Promise<Blob | null>((resolve) => {
      const timer = setTimeout(() => settle(null), PICTURE_WAIT_MS);
      function settle(picture: Blob | null): void {
        clearTimeout(timer);
        if (awaited.current?.pickId === pickId) awaited.current = null;
        resolve(picture);
      }
      awaited.current = { pickId, settle };
    });
  }, []);

  const begun = useEffectEvent(() => setReadyIn(documents));

  const end = useEffectEvent(() => {
    setReadyIn(null);
    if (purpose !== null) ending.current = { purpose, until: performance.now() + ENDING_MS };
    setPurpose(null);
  });

  const pick = useEffectEvent((element: PickedElement) => {
    const ended = ending.current && performance.now() < ending.current.until ? ending.current.purpose : null;
    const asked = purpose ?? ended;
    const meant = asked ?? (hasTouch() ? 'new' : null);
    ending.current = null;
    if (meant === null) return;
    setPurpose(null);
    onPick(meant, { isAsked: asked !== null, element, picture: awaitPicture(element.pickId) });
  });

  useEffect(
    () =>
      listen((message) => {
        if (message.type === 'picking') (message.isOn ? begun : end)();
        if (message.type === 'picked') pick(message);
        if (message.type !== 'pictured' || awaited.current?.pickId !== message.pickId) return;
        awaited.current.settle(message.picture && pictureOf(message.picture.slice(0, PICTURE_MAX)));
      }),
    [listen],
  );

  // A page that has just started knows of no picking yet.
  useEffect(() => {
    if (isPicking && documents > 0) send({ type: 'pick', isOn: true });
  }, [isPicking, documents, send]);

  const start = useCallback((next: PickFor) => setPurpose(next), []);
  const stop = useCallback(() => {
    setPurpose(null);
    setReadyIn(null);
    send({ type: 'pick', isOn: false });
  }, [send]);

  return { purpose, isReady: readyIn === documents, start, stop };
}
