import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { day, moment } from '@stagelink/shared/domain/format';
import { useEffect } from 'react';
import { useReviews, startReview } from './api.ts';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { Strip } from '../../kit/viewer/Strip.tsx';
import { isLate, ownPart } from './review.ts';
import styles from './ReviewerStrip.module.css';

/**
 * Reports a reviewer's first interaction as started: a mail scanner that opens the link does not interact.
 * A press inside the preview is visible here only as a focus change.
 */
function useBegin(snapshotId: string, reviewId: string | null): void {
  useEffect(() => {
    if (reviewId === null) return undefined;
    const stop = new AbortController();

    function begin(id: string): void {
      stop.abort();
      startReview(snapshotId, id).catch(() => undefined); // Submitting the decision reports it too.
    }
    const act = (event: Event) => {
      if (event.isTrusted) begin(reviewId);
    };
    const leave = () => {
      if (document.activeElement instanceof HTMLIFrameElement) begin(reviewId);
    };
    const { signal } = stop;
    window.addEventListener('pointerdown', act, { signal });
    window.addEventListener('keydown', act, { signal });
    window.addEventListener('blur', leave, { signal });
    return () => stop.abort();
  }, [snapshotId, reviewId]);
}

interface ReviewerStripProps {
  snapshot: SnapshotView;
  /** Null while the form is visible. */
  onAnswer: (() => void) | null;
}

/** Shows reviewers their identity and what is still open for them. */
export function ReviewerStrip({ snapshot, onAnswer }: ReviewerStripProps) {
  const { data: reviews } = useReviews(snapshot.id);
  const now = useNow();
  const newest = reviews?.[0];
  const own = newest && ownPart(newest);
  useBegin(snapshot.id, newest && own?.status === 'pending' ? newest.id : null);

  const deadline = newest?.deadline && newest.can.submit ? new Date(newest.deadline) : null;
  return (
    <Strip label={t('yourReview')}>
      <p className={styles.who}>
        {t('reviewingAs')} <strong>{snapshot.you.name}</strong>
        {newest && deadline && (
          <span className={styles.due} title={moment(deadline)}>
            {t(isLate(newest, now) ? 'wasDue' : 'due', { day: day(deadline, now) })}
          </span>
        )}
      </p>
      {newest?.can.submit && onAnswer && (
        <Button variant="plain" size="small" onClick={onAnswer}>
          {t('answer')}
        </Button>
      )}
      {own?.status === 'approved' && <p className={styles.done}>{t('youApproved')}</p>}
      {own?.status === 'changes_requested' && <p className={styles.done}>{t('youAskedForChanges')}</p>}
    </Strip>
  );
}
