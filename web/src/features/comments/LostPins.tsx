import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { ChevronRight, Unlink } from 'lucide-react';
import { useSeenPins } from '../pins/seenPins.ts';
import { t as comments } from './copy.ts';
import { t } from '../versions/copy.ts';
import { Picture } from '../../kit/Picture.tsx';
import { isResolved, type Thread } from './threads.ts';
import { Button } from '../../kit/Button.tsx';
import type { Preview } from '../preview/usePreview.ts';
import { type ThreadActions, useOpenThread, useThreadList } from './threadsContext.ts';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './LostPins.module.css';

const STRAY = { lost: 'strayLost', removed: 'strayRemoved', doubtful: 'strayDoubtful' } as const;

const isStray = (status: string | undefined): status is keyof typeof STRAY =>
  status !== undefined && Object.hasOwn(STRAY, status);

interface LostPinProps {
  actions: ThreadActions;
  thread: Thread;
  status: keyof typeof STRAY;
  /** Another element of the comment was not found. */
  isFurther: boolean;
}

function LostPin({ thread, status, isFurther, actions }: LostPinProps) {
  const { id, pinNumber, text, authorName, crop, context, can } = thread.root;
  return (
    <li className={styles.stray}>
      {crop && (
        <Picture name={context?.elementName || comments('crop')} url={crop.url} className={styles.crop} />
      )}
      <Stack isGrowing>
        <button type="button" className={styles.open} onClick={() => actions.open(id)}>
          <Text as="span" isBold>
            {t('pin', { number: pinNumber ?? '' })}
          </Text>
          <span className={styles.state} data-status={status}>
            {t(isFurther && status === 'doubtful' ? 'strayFurther' : STRAY[status])}
          </span>
          <span className={styles.text}>{text}</span>
          <Text as="span" tone="muted">
            {authorName}
          </Text>
        </button>
        <div className={styles.acts}>
          {can.repin && (
            <Button
              variant="plain"
              size="small"
              aria-label={t('repinNumber', { number: pinNumber ?? '' })}
              onClick={() => actions.startPicking({ repin: id })}
            >
              {comments('repin')}
            </Button>
          )}
          {can.resolve && (
            <Button
              variant="quiet"
              size="small"
              aria-label={t('resolveNumber', { number: pinNumber ?? '' })}
              onClick={() => actions.settle(id, 'resolved')}
            >
              {comments('resolve')}
            </Button>
          )}
        </div>
      </Stack>
    </li>
  );
}

interface LostPinsProps {
  snapshot: SnapshotView;
  preview: Preview;
}

/** Lists the unresolved threads whose pins are lost, removed or doubtful on the version shown. */
export function LostPins({ snapshot, preview }: LostPinsProps) {
  const { all } = useThreadList();
  const { actions } = useOpenThread();
  const seen = useSeenPins(snapshot.id, preview.version);
  const lostPins = all.flatMap((thread) => {
    const finding = isResolved(thread) ? undefined : seen[thread.root.id];
    const status = finding?.status;
    return isStray(status) ? [{ thread, status, isFurther: finding?.furtherLost !== undefined }] : [];
  });
  if (lostPins.length === 0) return null;
  return (
    <details className={styles.tray}>
      <summary className={styles.title}>
        <Unlink size={14} aria-hidden />
        {t('strays', { count: lostPins.length, version: preview.version })}
        <ChevronRight size={14} className={styles.arrow} aria-hidden />
      </summary>
      <ol className={styles.list}>
        {lostPins.map(({ thread, ...state }) => (
          <LostPin key={thread.root.id} actions={actions} thread={thread} {...state} />
        ))}
      </ol>
    </details>
  );
}
