import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { linkPreview, showIn } from '../preview/api.ts';
import { openPreview } from '../snapshots/viewApi.ts';
import type { Version } from './api.ts';
import { t } from './copy.ts';
import { t as ofMenu } from './menuCopy.ts';
import type { Side } from './scrollSync.ts';
import type { Links } from './links.ts';
import styles from './CompareView.module.css';

interface ComparePaneProps {
  snapshot: SnapshotView;
  version: Version;
  side: Side;
  /** The route to open first, unless the other side has one. */
  route: string;
  links: Links;
}

/** One of two versions, kept at the same route and scroll position as the other. */
export function ComparePane({ snapshot, version, side, route, links }: ComparePaneProps) {
  const { id } = snapshot;
  const { number } = version;
  const contentOrigin = version.isShown ? snapshot.contentOrigin : version.contentOrigin;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isFailed, setIsFailed] = useState(false);
  const [isKept, setIsKept] = useState(false);
  const begin = useEffectEvent(() => links.inStep.routeOf(side) ?? route);

  useEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    let isOver = false;
    const target = { contentOrigin, snapshotId: id, version: () => number };
    const link = linkPreview(shown, target, {
      onReady: () => links.inStep.started(side),
      onState: (state) => setIsKept(state.phase === 'ready' && state.kept !== null),
      onMessage: (message) => links.inStep.handleMessage(side, message),
    });
    links.take(side, link);
    setIsFailed(false);
    async function fill(to: HTMLIFrameElement): Promise<void> {
      try {
        const url = await openPreview(id, begin(), number);
        if (!isOver) showIn(to, url, contentOrigin);
      } catch {
        if (!isOver) setIsFailed(true);
      }
    }
    void fill(shown);
    return () => {
      isOver = true;
      link.close();
    };
  }, [id, number, contentOrigin, side, links]);

  return (
    <>
      <iframe
        ref={frame}
        className={styles.frame}
        title={ofMenu('version', { version: number })}
        referrerPolicy="no-referrer"
        // showIn sets its permissions together with the URL.
        sandbox=""
      />
      {isKept && (
        <p role="alert" className={styles.failed}>
          {t('frameKept', { version: number })}
        </p>
      )}
      {isFailed && (
        <p role="alert" className={styles.failed}>
          {t('frameFailed', { version: number })}
        </p>
      )}
    </>
  );
}
