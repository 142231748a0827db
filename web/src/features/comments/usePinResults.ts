import { settledFinding } from '@stagelink/shared/preview/messages';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useMemo, useRef } from 'react';
import { noteSeen } from '../pins/seenPins.ts';
import { reportPins } from '../pins/resultsApi.ts';
import { isResolved, type Thread } from './threads.ts';
import type { Preview } from '../preview/usePreview.ts';

/** A page that is still loading finds more pins over time. */
const SETTLED_MS = 3_000;

/** A pin created on this version needs no report. */
const isFromVersion = (thread: Thread, version: number) =>
  !isResolved(thread) &&
  !thread.root.isPending &&
  thread.root.locator !== null &&
  thread.root.version < version;

const QUALITY = { elsewhere: 0, lost: 1, removed: 2, doubtful: 3, found: 4 };

/**
 * Records the status of pins and reports pins of older versions to the server: again only if the status
 * improves, because a page may show an element late.
 */
export function usePinResults(
  { id }: SnapshotView,
  { findings, version }: Preview,
  threads: readonly Thread[],
): void {
  const reported = useRef(new Map<string, number>());

  const found = useMemo(
    () => [...findings.values()].map(settledFinding).filter((finding) => finding !== null),
    [findings],
  );

  useEffect(() => noteSeen(id, version, found), [id, version, found]);

  useEffect(() => {
    const timer = setTimeout(() => {
      const results = threads.flatMap((thread) => {
        const finding = found.find((each) => each.id === thread.root.id);
        if (!finding || !isFromVersion(thread, version)) return [];
        const before = reported.current.get(`${finding.id} ${version}`) ?? QUALITY.elsewhere;
        return QUALITY[finding.status] > before ? [finding] : [];
      });
      if (results.length === 0) return;
      for (const { id: commentId, status } of results)
        reported.current.set(`${commentId} ${version}`, QUALITY[status]);
      // The next page view of this version reports the same.
      void reportPins(id, version, results).catch(() => undefined);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [id, version, found, threads]);
}
