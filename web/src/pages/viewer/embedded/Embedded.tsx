import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useLayoutEffect, useState } from 'react';
import { t as comments } from '../../../words/comments.ts';
import { t } from '../../../words/embedded.ts';
import { useThreads } from '../comments/useThreads.ts';
import { News } from '../News.tsx';
import { panelsFor } from '../panels.tsx';
import { Part } from '../Part.tsx';
import { useLiveSnapshot } from '../useLiveSnapshot.ts';
import { removeStage } from '../stage.ts';
import { useNews } from '../useNews.ts';
import styles from './Embedded.module.css';
import { noPreview } from './noPreview.ts';
import type { Section } from './section.ts';

interface EmbeddedProps {
  snapshot: SnapshotView;
  section: Exclude<Section, 'login'>;
}

/** One of the viewer's panels as a page of its own, within a page of ours that frames it. */
export function Embedded({ snapshot, section }: EmbeddedProps) {
  const [preview] = useState(() => noPreview(snapshot.version));
  const { news, say } = useNews();
  const threads = useThreads(snapshot, preview, {
    first: null,
    onAsked: () => undefined,
    onResolved: (undo) => say(comments('resolved'), { undo }),
  });
  const panel = panelsFor(snapshot).find(({ name }) => name === section);
  useLayoutEffect(removeStage, []);
  useLiveSnapshot(snapshot.id);

  if (section === 'ai' || !panel) {
    return (
      <main className={styles['page']}>
        <p className={styles['refusal']} role="alert">
          {t(section === 'ai' ? 'aiUnavailable' : 'reviewsAreForReviewers')}
        </p>
      </main>
    );
  }
  return (
    <main className={styles['page']} aria-label={panel.title}>
      <Part>
        <panel.Content snapshot={snapshot} preview={preview} threads={threads} />
      </Part>
      <News news={news} />
    </main>
  );
}
