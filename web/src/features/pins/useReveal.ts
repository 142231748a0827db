import { REVEAL_WAIT_MS } from '@stagelink/shared/preview/handshake';
import { isSamePage, mediaTimeOf } from '@stagelink/shared/preview/routes';
import { useCallback, useEffect, useRef } from 'react';
import type { Preview } from '../preview/usePreview.ts';
import type { Thread } from '../comments/threads.ts';

const isThere = (status: string | undefined) => status === 'found' || status === 'doubtful';

interface RevealTarget {
  thread: Thread;
  /** Time limit in epoch milliseconds. Later, the user is doing something else. */
  until: number;
  /** The agent is navigating. */
  isUnderWay: boolean;
}

/** Reveals what a thread is about in the preview: its page, page state and element. */
export function useReveal({ send, findings, documents, route }: Preview): (thread: Thread) => void {
  const wanted = useRef<RevealTarget>(null);

  const go = useCallback(
    (next: RevealTarget) => {
      const { context } = next.thread.root;
      if (context) next.isUnderWay = send({ type: 'show', route: context.route, page: context.page });
    },
    [send],
  );

  // A link may be opened before the preview is connected.
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
      const next: RevealTarget = { thread, until: Date.now() + REVEAL_WAIT_MS, isUnderWay: false };
      const isHere = isThere(findings.get(id)?.status);
      const hasState = (context?.page?.opened.length ?? 0) > 0;
      const place = context?.route ?? '';
      const time = isSamePage(place, route) ? mediaTimeOf(place) : undefined;
      if (!isHere || hasState) go(next);
      if (time !== undefined) send({ type: 'goTo', hash: time });
      if (isHere) send({ type: 'reveal', id });
      wanted.current = isHere ? null : next;
    },
    [send, findings, route, go],
  );
}
