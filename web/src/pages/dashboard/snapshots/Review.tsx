import type { ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import { t } from '../../../words/filters.ts';
import styles from './Review.module.css';
import { sign } from './sign.ts';

const LABELS = {
  pending: 'reviewPending',
  completed: 'reviewCompleted',
  overdue: 'reviewOverdue',
} as const;

/** How far a review has come; nothing where none was requested. */
export function Review({ review }: { review: ReviewSummary }) {
  if (!review.isRequested || review.status === null) return null;
  const progress = { done: review.checkedOffCount, total: review.totalReviewers };
  return (
    <span
      className={`${styles.review} ${sign(review.status)}`}
      data-status={review.status}
      title={t('reviewProgress', progress)}
    >
      <span className={styles.label}>{t(LABELS[review.status])}</span>
      <span className={styles.progress}>
        {progress.done}/{progress.total}
      </span>
    </span>
  );
}
