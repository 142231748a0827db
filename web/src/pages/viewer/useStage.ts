import { GRANT_HOURS } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { PreviewState } from '@stagelink/shared/preview/messages';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { canReach, linkPreview, type PreviewLink } from '../../data/preview.ts';
import { openPreview } from '../../data/snapshotView.ts';
import { t } from '../../words/viewer.ts';
import { showIn, takeFrame } from './stage.ts';
import { type FrameStatus, watchFrame } from './watchFrame.ts';

/** A little less than the server's, whose clock started before ours. */
const GRANT_MS = GRANT_HOURS * 3_600_000 - 60_000;

const hashOf = (route: string) => /#.+/.exec(route)?.[0];

/** The preview on its stage: what it shows and whether it does, and how to load it again. */
export function useStage(snapshot: SnapshotView, firstRoute: string) {
  const { id, name, contentOrigin, public: isPublic } = snapshot;
  const [attempt, setAttempt] = useState(0);
  const [status, setStatus] = useState<FrameStatus>('opening');
  const [page, setPage] = useState<PreviewState | null>(null);
  const route = useRef(firstRoute);
  const link = useRef<PreviewLink>(null);
  const openedAt = useRef(0);

  const openAfresh = useCallback(() => {
    setPage(null);
    setAttempt((count) => count + 1);
  }, []);

  const isLockedOut = useCallback(() => !isPublic && Date.now() > openedAt.current + GRANT_MS, [isPublic]);
  /** The prototype has gone on to another page, and what it got there is a refusal. */
  const renew = useEffectEvent(() => {
    if (isLockedOut()) openAfresh();
  });

  useEffect(() => {
    let isOver = false;
    const frame = takeFrame(id, attempt);
    const isEmpty = !frame.hasAttribute('src');
    openedAt.current = Date.now();
    const watch = watchFrame(frame, () => canReach(contentOrigin), setStatus);

    // The server never sees a hash, so the frame it made has to be told of it.
    let hash = isEmpty ? undefined : hashOf(route.current);
    const line = linkPreview(frame, contentOrigin, {
      onReady() {
        watch.seen();
        if (hash !== undefined) line.send({ type: 'goTo', hash });
        hash = undefined;
      },
      onMessage(message) {
        if (message.type !== 'state') return;
        route.current = message.route;
        setPage(message);
      },
    });
    link.current = line;

    const loaded = () => renew();
    frame.addEventListener('load', loaded);

    async function fill(): Promise<void> {
      try {
        const url = await openPreview(id, route.current);
        if (!isOver) showIn(frame, url, contentOrigin);
      } catch {
        if (!isOver) setStatus('failed');
      }
    }
    if (isEmpty) void fill();

    return () => {
      isOver = true;
      watch.stop();
      frame.removeEventListener('load', loaded);
      line.close();
      link.current = null;
    };
  }, [id, contentOrigin, attempt]);

  useEffect(() => {
    takeFrame(id, attempt).title = t('previewOf', { name });
  }, [id, name, attempt]);

  /**
   * The same route again, from the newest version. The agent keeps the reader's place; without it, or when the browser
   * would no longer be let in, the frame is new.
   */
  const reload = useCallback(() => {
    if (isLockedOut() || !link.current?.send({ type: 'reload' })) openAfresh();
  }, [isLockedOut, openAfresh]);

  return { status, page, reload, openAfresh };
}
