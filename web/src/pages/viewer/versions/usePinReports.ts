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

/** Keeps what is seen of pins, and tells the server once what became of those that older versions had. */
export function usePinReports(
  { id }: SnapshotView,
  { findings, version }: Preview,
  threads: readonly Thread[],
): void {
  const told = useRef(new Set<string>());

  useEffect(() => noteSeen(id, version, findings.values()), [id, version, findings]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const news = threads.flatMap((thread) => {
        const finding = findings.get(thread.root.id);
        if (!finding || finding.status === 'elsewhere' || !isToldOf(thread, version)) return [];
        const { id: commentId, status, confidence } = finding;
        return told.current.has(`${commentId} ${version}`) ? [] : [{ commentId, status, confidence }];
      });
      if (news.length === 0) return;
      for (const { commentId } of news) told.current.add(`${commentId} ${version}`);
      // The next one to open this version tells the same.
      void reportPins(id, version, news).catch(() => undefined);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [id, version, findings, threads]);
}
