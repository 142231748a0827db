import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { useLayoutEffect } from 'react';
import { useReviews } from '../../../data/reviews.ts';
import { day, moment } from '../../../ui/times.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import { isLate, ownPart } from './review.ts';
import styles from './ReviewerStrip.module.css';
import { useBegin } from './useBegin.ts';

/** What stands above the preview makes room for itself. */
function useRoom(): void {
  useLayoutEffect(() => {
    document.documentElement.dataset['viewerStrip'] = '';
    return () => {
      delete document.documentElement.dataset['viewerStrip'];
    };
  }, []);
}

interface ReviewerStripProps {
  snapshot: SnapshotView;
  /** Null while the place to answer is shown. */
  onAnswer: (() => void) | null;
}

/** Tells a reviewer as whom they are known, and what is still asked of them. */
export function ReviewerStrip({ snapshot, onAnswer }: ReviewerStripProps) {
  const { data: reviews } = useReviews(snapshot.id);
  const now = useNow();
  const newest = reviews?.[0];
  const own = newest && ownPart(newest);
  useRoom();
  useBegin(snapshot.id, newest && own?.status === 'pending' ? newest.id : null);

  const deadline = newest?.deadline && newest.can.submit ? new Date(newest.deadline) : null;
  return (
    <aside className={styles['strip']} aria-label={t('yourReview')}>
      <p className={styles['who']}>
        {t('reviewingAs')} <strong>{snapshot.you.name}</strong>
        {newest && deadline && (
          <span className={styles['due']} title={moment(deadline)}>
            {t(isLate(newest, now) ? 'wasDue' : 'due', { day: day(deadline, now) })}
          </span>
        )}
      </p>
      {newest?.can.submit && onAnswer && (
        <button type="button" className={button('plain', 'small')} onClick={onAnswer}>
          {t('answer')}
        </button>
      )}
      {own?.status === 'approved' && <p className={styles['done']}>{t('youApproved')}</p>}
      {own?.status === 'changes_requested' && <p className={styles['done']}>{t('youAskedForChanges')}</p>}
    </aside>
  );
}
