import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useState } from 'react';
import { useHost } from '../../lib/host.ts';

/** How long the page has not been used before a picture is made. */
const QUIET_MS = 5000;
/** Most pictures of one visit: each opens a whole prototype. */
const PICTURES_MAX = 30;

const USES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchmove', 'scroll', 'visibilitychange'];

/** Only Chromium says what its user pays for. */
function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean; type?: string } };
  return connection?.saveData === true || connection?.type === 'cellular';
}

/** Resolves once the page is visible, was not used for a while, and the browser has nothing to do. */
function whenQuiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const isAllowed = () => document.visibilityState === 'visible' && !isMetered();
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(() => isAllowed() && requestIdleCallback(() => resolve()), QUIET_MS);
    }
    for (const type of USES) document.addEventListener(type, wait, { signal, capture: true, passive: true });
    signal.addEventListener('abort', () => clearTimeout(timer));
    wait();
  });
}

/** Versions that were tried in this visit. */
const tried = new Set<string>();
const keyOf = ({ id, version }: Snapshot) => `${id}/${version}`;

/**
 * Makes the pictures of listed snapshots that have none, one by one, while the page is not used. In browsers that do not
 * tell when they are idle, the first view of a snapshot makes its picture.
 */
export function useIdlePictures(snapshots: readonly Snapshot[]): void {
  const { makePicture, hasIdlePictures = false } = useHost();
  const [, setRound] = useState(0);
  const next = snapshots.find((each) => each.picture === null && !tried.has(keyOf(each)));
  const { id, version } = next ?? {};
  const isPossible = hasIdlePictures && 'requestIdleCallback' in window && tried.size < PICTURES_MAX;

  useEffect(() => {
    if (!isPossible || id === undefined || version === undefined) return;
    const waiting = new AbortController();
    async function make(snapshotId: string, number: number): Promise<void> {
      await whenQuiet(waiting.signal);
      if (waiting.signal.aborted) return;
      tried.add(`${snapshotId}/${number}`);
      await makePicture(snapshotId, number);
      setRound((round) => round + 1);
    }
    void make(id, version);
    return () => waiting.abort();
  }, [isPossible, id, version, makePicture]);
}
