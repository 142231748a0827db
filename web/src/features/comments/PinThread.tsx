import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { viewerPath } from '@stagelink/shared/preview/viewerPath';
import { ArrowLeft, ArrowRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../kit/Button.tsx';
import { IconButton } from '../../kit/IconButton.tsx';
import { useFocusKept } from '../../kit/useFocusKept.ts';
import { useStable } from '../../kit/useStable.ts';
import { useBesidePin } from '../pins/useBesidePin.ts';
import { focusPreview } from '../preview/previewFrame.ts';
import type { Preview } from '../preview/usePreview.ts';
import { t as ofViewer } from './viewerCopy.ts';
import { t } from './copy.ts';
import { useFindings } from './useFindings.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './PinThread.module.css';
import type { Thread } from './threads.ts';
import { ThreadView } from './ThreadView.tsx';
import { useCopyLink } from '../../kit/useCopyLink.ts';
import { usePosting } from './usePosting.ts';
import { useOpenThread, useThreadList } from './threadsContext.ts';

interface PinThreadProps {
  snapshot: SnapshotView;
  preview: Preview;
  thread: Thread;
  onWalk: (by: 1 | -1) => void;
}

/** A thread beside its pin, or at the lower edge of a phone. */
export function PinThread({ snapshot, preview, thread, onWalk }: PinThreadProps) {
  const { shown, posts, problem } = useThreadList();
  const { actions, answered, hasUnsent, close } = useOpenThread();
  const box = useRef<HTMLElement>(null);
  const focusKept = useFocusKept();
  const post = usePosting(snapshot, preview);
  const { copy, copyResult } = useCopyLink();
  const copyLink = useStable((threadId: string) => copy(viewerPath(snapshot.id, { thread: threadId })));
  const { id, pinNumber } = thread.root;
  const findings = useFindings(preview);
  const at = shown.findIndex(({ root }) => root.id === id);
  useBesidePin(box, preview, { id, locator: thread.root.locator, first: null });
  useEffect(() => {
    box.current?.focus();
  }, []);
  useEffect(() => focusPreview, []);

  return (
    <section
      ref={box}
      className={styles.box}
      aria-label={pinNumber === null ? ofViewer('comment') : t('atPin', { number: pinNumber })}
      tabIndex={-1}
    >
      <div className={styles.head}>
        {at >= 0 && (
          <Text as="span" isGrowing size="tiny" isTabular tone="muted">
            {t('position', { at: at + 1, count: shown.length })}
          </Text>
        )}
        <IconButton size="small" label={t('previous')} disabled={shown.length < 2} onClick={() => onWalk(-1)}>
          <ArrowLeft size={16} />
        </IconButton>
        <IconButton size="small" label={t('next')} disabled={shown.length < 2} onClick={() => onWalk(1)}>
          <ArrowRight size={16} />
        </IconButton>
        <IconButton size="small" label={t('close')} onClick={close}>
          <X size={16} />
        </IconButton>
      </div>
      {hasUnsent && (
        <Button variant="quiet" size="small" onClick={close}>
          {t('unsent')}
        </Button>
      )}
      <div ref={focusKept} className={styles.thread}>
        <ThreadView
          key={id}
          thread={thread}
          place="pin"
          snapshot={snapshot}
          actions={actions}
          isCurrent={false}
          isAnswered={answered === id}
          takesFocus={false}
          status={findings.get(id)?.status ?? null}
          hasOther={findings.get(id)?.hasOther === true}
          furtherLost={findings.get(id)?.furtherLost ?? 0}
          version={preview.version}
          posts={posts}
          problem={problem}
          onPost={post}
          onCopyLink={copyLink}
        />
      </div>
      <VisuallyHidden as="output">{copyResult}</VisuallyHidden>
    </section>
  );
}
