import { useCallback, useEffect, useRef } from 'react';
import type { Preview } from '../usePreview.ts';
import type { Thread } from './threads.ts';

const isThere = (status: string | undefined) => status === 'found' || status === 'doubtful';

/** Brings the preview to what a thread is about: its page, what was open in it, its element. */
export function useReveal({ send, findings }: Preview): (thread: Thread) => void {
  const wanted = useRef<string>(null);

  useEffect(() => {
    const id = wanted.current;
    if (id === null || !isThere(findings.get(id)?.status)) return;
    wanted.current = null;
    send({ type: 'reveal', id });
  }, [findings, send]);

  return useCallback(
    ({ root: { id, locator, context } }) => {
      if (!locator) return;
      const isHere = isThere(findings.get(id)?.status);
      const hasState = (context?.page?.opened.length ?? 0) > 0;
      if (context && (!isHere || hasState)) send({ type: 'show', route: context.route, page: context.page });
      if (isHere) send({ type: 'reveal', id });
      wanted.current = isHere ? null : id;
    },
    [send, findings],
  );
}
