import type { ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import { t } from '../snapshots/filtersCopy.ts';
import styles from './ReviewBadge.module.css';
import { reviewBadge } from './reviewBadge.ts';

const LABELS = {
  pending: 'reviewPending',
  completed: 'reviewCompleted',
  overdue: 'reviewOverdue',
} as const;

export function ReviewBadge({ review }: { review: ReviewSummary }) {
  if (!review.isRequested || review.status === null) return null;
  const progress = { done: review.checkedOffCount, total: review.totalReviewers };
  return (
    <span
      className={`${styles.review} ${reviewBadge(review.status)}`}
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
