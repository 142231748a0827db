import { ASSISTANT_OPEN_MS } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useLayoutEffect, useState } from 'react';
import { t as comments } from '../../../features/comments/viewerCopy.ts';
import { t } from './copy.ts';
import { ThreadsContext } from '../../../features/comments/threadsContext.ts';
import { useThreads } from '../../../features/comments/useThreads.ts';
import { VersionToast } from '../VersionToast.tsx';
import { panelsFor } from '../panels.tsx';
import { LazyPart } from '../../../kit/LazyPart.tsx';
import { useLiveSnapshot } from '../useLiveSnapshot.ts';
import { removeStage } from '../../../features/preview/previewFrame.ts';
import { useVersionToast } from '../../../kit/viewer/useVersionToast.ts';
import styles from './Embedded.module.css';
import { noPreview } from './noPreview.ts';
import type { Section } from './section.ts';

interface EmbeddedProps {
  snapshot: SnapshotView;
  section: Exclude<Section, 'login'>;
}

/** A panel of the viewer as a page of its own, framed by one of our pages. */
export function Embedded({ snapshot, section }: EmbeddedProps) {
  const [preview] = useState(() => noPreview(snapshot.version));
  const { news, say } = useVersionToast();
  const threads = useThreads(snapshot, preview, {
    first: null,
    isListOpen: true,
    leaveList: () => false,
    onListNeeded: () => undefined,
    onResolved: (undo) => say(comments('resolved'), { undo }),
  });
  const panel = panelsFor(snapshot).find(({ name }) => name === section);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(true), ASSISTANT_OPEN_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(removeStage, []);
  useLiveSnapshot(snapshot.id);

  if (section === 'ai' && !isOpen) return <main className={styles.page} aria-busy />;
  if (!panel) {
    return (
      <main className={styles.page}>
        <p className={styles.refusal} role="alert">
          {t('reviewsAreForReviewers')}
        </p>
      </main>
    );
  }
  return (
    <main className={styles.page} aria-label={panel.title}>
      <ThreadsContext value={threads}>
        <LazyPart>
          <panel.Content snapshot={snapshot} preview={preview} />
        </LazyPart>
      </ThreadsContext>
      <VersionToast news={news} />
    </main>
  );
}
