import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { linkPreview, showIn } from '../../../data/preview.ts';
import { openPreview } from '../../../data/snapshotView.ts';
import type { Version } from '../../../data/versions.ts';
import { t } from '../../../words/versions.ts';
import type { Side } from './inStep.ts';
import type { Links } from './links.ts';
import styles from './Twins.module.css';

interface TwinFrameProps {
  snapshot: SnapshotView;
  version: Version;
  side: Side;
  /** Where to begin while the other side is nowhere. */
  route: string;
  links: Links;
}

/** One of two versions, kept in step with the other. */
export function TwinFrame({ snapshot, version, side, route, links }: TwinFrameProps) {
  const { id } = snapshot;
  const { number } = version;
  const contentOrigin = version.isShown ? snapshot.contentOrigin : version.contentOrigin;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isFailed, setIsFailed] = useState(false);
  const begin = useEffectEvent(() => links.inStep.routeOf(side) ?? route);

  useEffect(() => {
    const shown = frame.current;
    if (!shown) return undefined;
    let isOver = false;
    const link = linkPreview(shown, contentOrigin, {
      onReady: () => links.inStep.started(side),
      onMessage: (message) => links.inStep.heard(side, message),
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
        className={styles['frame']}
        title={t('version', { version: number })}
        referrerPolicy="no-referrer"
        // What it may do comes with its address.
        sandbox=""
      />
      {isFailed && (
        <p role="alert" className={styles['failed']}>
          {t('frameFailed', { version: number })}
        </p>
      )}
    </>
  );
}
