import { Unlink } from 'lucide-react';
import { useSeenPins } from '../../../data/seenPins.ts';
import { t as comments } from '../../../words/comments.ts';
import { t } from '../../../words/versions.ts';
import { Picture } from '../comments/Files.tsx';
import { isResolved, type Thread } from '../comments/threads.ts';
import { button } from '../controls.ts';
import type { PanelProps } from '../panels.tsx';
import styles from './LostPins.module.css';

interface StrayProps extends Pick<PanelProps, 'threads'> {
  thread: Thread;
  status: 'lost' | 'doubtful';
}

function Stray({ thread, status, threads }: StrayProps) {
  const { id, pinNumber, text, authorName, crop, context, can } = thread.root;
  return (
    <li className={styles['stray']}>
      {crop && (
        <Picture name={context?.elementName || comments('crop')} url={crop.url} className={styles['crop']} />
      )}
      <div className={styles['words']}>
        <button type="button" className={styles['open']} onClick={() => threads.open(id)}>
          <span className={styles['number']}>{t('pin', { number: pinNumber ?? '' })}</span>
          <span className={styles['state']} data-status={status}>
            {t(status === 'lost' ? 'strayLost' : 'strayDoubtful')}
          </span>
          <span className={styles['text']}>{text}</span>
          <span className={styles['author']}>{authorName}</span>
        </button>
        <div className={styles['acts']}>
          {can.repin && (
            <button
              type="button"
              className={button('plain', 'small')}
              aria-label={t('repinNumber', { number: pinNumber ?? '' })}
              onClick={() => threads.startPicking({ repin: id })}
            >
              {comments('repin')}
            </button>
          )}
          {can.resolve && (
            <button
              type="button"
              className={button('quiet', 'small')}
              aria-label={t('resolveNumber', { number: pinNumber ?? '' })}
              onClick={() => threads.settle(id, 'resolved')}
            >
              {comments('resolve')}
            </button>
          )}
        </div>
      </div>
    </li>
  );
}

/** The open threads whose pins were not found for certain on the version that is shown, in one place. */
export function LostPins(props: PanelProps) {
  const { snapshot, preview, threads } = props;
  const seen = useSeenPins(snapshot.id, preview.version);
  const strays = threads.all.flatMap((thread) => {
    const status = isResolved(thread) ? undefined : seen[thread.root.id]?.status;
    return status === 'lost' || status === 'doubtful' ? [{ thread, status }] : [];
  });
  if (strays.length === 0) return null;
  return (
    <details className={styles['tray']} open>
      <summary className={styles['title']}>
        <Unlink size={14} aria-hidden />
        {t('strays', { count: strays.length, version: preview.version })}
      </summary>
      <ol className={styles['list']}>
        {strays.map(({ thread, status }) => (
          <Stray key={thread.root.id} threads={threads} thread={thread} status={status} />
        ))}
      </ol>
    </details>
  );
}
