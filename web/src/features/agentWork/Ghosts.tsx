import type { Comment } from '@stagelink/shared/contracts/comments';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { fetchTree } from '../comments/pageTreesApi.ts';
import type { Preview } from '../preview/usePreview.ts';
import { setGhostFindings } from './ghostFindings.ts';
import { ghostsOf } from './ghosts.ts';

interface GhostsProps {
  preview: Preview;
  snapshotId: string;
  /** The open thread. */
  current: Comment | null;
  threads: readonly Comment[];
}

/** Draws the proposal of the open thread in the preview. */
export function Ghosts({ preview, snapshotId, current, threads }: GhostsProps) {
  const { send, documents, findings, version } = preview;
  const ghosts = useMemo(
    () => (current ? ghostsOf(current, { threads, version }) : []),
    [current, threads, version],
  );
  const drawn = JSON.stringify(ghosts);

  const draw = useEffectEvent(async () => {
    send({ type: 'ghosts', pins: ghosts });
    const hashes = [...new Set(ghosts.flatMap(({ tree }) => tree?.hash ?? []))];
    // A pin whose tree fails to load is found by its locator only.
    for (const hash of hashes)
      send({ type: 'trees', trees: [{ hash, tree: await fetchTree(snapshotId, hash) }] });
  });

  useEffect(() => {
    if (documents === 0 || drawn === '[]') return;
    void draw().catch(() => undefined);
    return () => void send({ type: 'ghosts', pins: [] });
  }, [documents, drawn, send]);

  useEffect(() => setGhostFindings(findings), [findings]);
  return null;
}
