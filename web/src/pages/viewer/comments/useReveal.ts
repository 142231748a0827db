import { REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import { useCallback, useEffect, useRef } from 'react';
import type { Preview } from '../usePreview.ts';
import type { Thread } from './threads.ts';

const isThere = (status: string | undefined) => status === 'found' || status === 'doubtful';

interface Wanted {
  thread: Thread;
  /** In epoch milliseconds: after that the user is doing something else. */
  until: number;
  /** The agent has been told to go there. */
  isUnderWay: boolean;
}

/** Brings the preview to what a thread is about: its page, what was open in it, its element. */
export function useReveal({ send, findings, documents }: Preview): (thread: Thread) => void {
  const wanted = useRef<Wanted>(null);

  const go = useCallback(
    (next: Wanted) => {
      const { context } = next.thread.root;
      if (context) next.isUnderWay = send({ type: 'show', route: context.route, page: context.page });
    },
    [send],
  );

  // A link may be followed before the page in the preview has said a word.
  useEffect(() => {
    if (wanted.current && Date.now() > wanted.current.until) wanted.current = null;
    if (documents > 0 && wanted.current && !wanted.current.isUnderWay) go(wanted.current);
  }, [documents, go]);

  useEffect(() => {
    const id = wanted.current?.thread.root.id;
    if (id === undefined || !isThere(findings.get(id)?.status)) return;
    const isLate = Date.now() > (wanted.current?.until ?? 0);
    wanted.current = null;
    if (!isLate) send({ type: 'reveal', id });
  }, [findings, send]);

  return useCallback(
    (thread) => {
      const { id, locator, context } = thread.root;
      if (!locator) return;
      const next: Wanted = { thread, until: Date.now() + REVEAL_WAIT_MS, isUnderWay: false };
      const isHere = isThere(findings.get(id)?.status);
      const hasState = (context?.page?.opened.length ?? 0) > 0;
      if (!isHere || hasState) go(next);
      if (isHere) send({ type: 'reveal', id });
      wanted.current = isHere ? null : next;
    },
    [send, findings, go],
  );
}
