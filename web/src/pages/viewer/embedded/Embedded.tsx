import { ASSISTANT_OPEN_MS } from '@stagelink/shared/contracts/limits';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useEffect, useLayoutEffect, useState } from 'react';
import { t } from './copy.ts';
import { ThreadsContext } from '../../../features/comments/threadsContext.ts';
import { useThreads } from '../../../features/comments/useThreads.ts';
import { panelsFor } from '../panels.tsx';
import { LazyPart } from '../../../kit/LazyPart.tsx';
import { Toasts } from '../../../kit/Toasts.tsx';
import { useLiveSnapshot } from '../useLiveSnapshot.ts';
import { removeStage } from '../../../features/preview/previewFrame.ts';
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
  const threads = useThreads(snapshot, preview, {
    first: null,
    isListOpen: true,
    leaveList: () => false,
    onListNeeded: () => undefined,
  });
  const panel = panelsFor(snapshot).find(({ name }) => name === section);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOpen(true), ASSISTANT_OPEN_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(removeStage, []);
  useLiveSnapshot(snapshot.id);

  if (section === 'ai' && !isOpen) return <main data-embedded className={styles.page} aria-busy />;
  if (!panel) {
    return (
      <main data-embedded className={styles.page}>
        <p className={styles.refusal} role="alert">
          {t('reviewsAreForReviewers')}
        </p>
      </main>
    );
  }
  return (
    <main data-embedded className={styles.page} aria-label={panel.title}>
      <ThreadsContext value={threads}>
        <LazyPart>
          <panel.Content snapshot={snapshot} preview={preview} />
        </LazyPart>
      </ThreadsContext>
      <Toasts />
    </main>
  );
}
