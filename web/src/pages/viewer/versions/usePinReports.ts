import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useRef } from 'react';
import { noteSeen } from '../../../data/seenPins.ts';
import { reportPins } from '../../../data/versions.ts';
import { isResolved, type Thread } from '../comments/threads.ts';
import type { Preview } from '../usePreview.ts';

/** A page that is still being built finds more pins from moment to moment. */
const SETTLED_MS = 3_000;

/** Whoever pinned it on this very version has seen that it is there. */
const isToldOf = (thread: Thread, version: number) =>
  !isResolved(thread) && !thread.root.isHeld && thread.root.locator !== null && thread.root.version < version;

const QUALITY = { elsewhere: 0, lost: 1, doubtful: 2, found: 3 };

/**
 * Keeps what is seen of pins, and reports to the server what became of those that older versions had: again only when
 * it is better, because a page may have been slow to show an element.
 */
export function usePinReports(
  { id }: SnapshotView,
  { findings, version }: Preview,
  threads: readonly Thread[],
): void {
  const reported = useRef(new Map<string, number>());

  useEffect(() => noteSeen(id, version, findings.values()), [id, version, findings]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const news = threads.flatMap((thread) => {
        const finding = findings.get(thread.root.id);
        if (!finding || !isToldOf(thread, version)) return [];
        const { id: commentId, status, confidence } = finding;
        const before = reported.current.get(`${commentId} ${version}`) ?? QUALITY.elsewhere;
        return QUALITY[status] > before ? [{ commentId, status, confidence }] : [];
      });
      if (news.length === 0) return;
      for (const { commentId, status } of news)
        reported.current.set(`${commentId} ${version}`, QUALITY[status]);
      // The next one to open this version tells the same.
      void reportPins(id, version, news).catch(() => undefined);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [id, version, findings, threads]);
}
