import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { PreviewState } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useRef, useState } from 'react';
import { linkPreview, type PreviewLink } from '../../data/preview.ts';
import { openPreview } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { showIn, takeFrame } from './stage.ts';
import { type FrameStatus, watchFrame } from './watchFrame.ts';

const isPage = ({ files }: SnapshotView, route: string) =>
  /(^|\/)[^.]*$|\.html?$/i.test(route.replace(/[?#].*/, '')) &&
  files.some(({ name }) => name === 'index.html');

/** The preview on its stage: what it shows and whether it does, and how to load it again. */
export function useStage(snapshot: SnapshotView, firstRoute: string) {
  const { id, name, contentOrigin } = snapshot;
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<FrameStatus>('opening');
  const [page, setPage] = useState<PreviewState | null>(null);
  const route = useRef(firstRoute);
  const link = useRef<PreviewLink>(null);
  // Not asked again: the line to the agent must last as long as the frame.
  const [hasAgent] = useState(() => isPage(snapshot, firstRoute));

  useEffect(() => {
    let isOver = false;
    const frame = takeFrame(id, attempt);
    const watch = watchFrame(frame, hasAgent, setStatus);
    link.current = linkPreview(frame, contentOrigin, {
      onReady: watch.seen,
      onState(state) {
        route.current = state.route;
        setPage(state);
      },
    });

    async function fill(): Promise<void> {
      try {
        const url = await openPreview(id, route.current);
        if (!isOver) showIn(frame, url, contentOrigin);
      } catch {
        if (!isOver) setStatus('failed');
      }
    }
    if (!frame.hasAttribute('src')) void fill();

    return () => {
      isOver = true;
      watch.stop();
      link.current?.close();
      link.current = null;
    };
  }, [id, contentOrigin, hasAgent, attempt]);

  useEffect(() => {
    takeFrame(id, attempt).title = t('previewOf', { name });
  }, [id, name, attempt]);

  const openAfresh = useCallback(() => {
    setPage(null);
    setAttempt((count) => count + 1);
  }, []);

  /** The same route again, from the newest version. The agent keeps the reader's place; without it the frame is new. */
  const reload = useCallback(() => {
    if (!link.current?.send({ type: 'reload' })) openAfresh();
  }, [openAfresh]);

  return { status, page, reload, openAfresh };
}
