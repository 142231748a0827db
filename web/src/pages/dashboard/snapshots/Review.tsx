import { CircleAlert, CircleCheck, CircleDashed } from 'lucide-react';
import type { ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import { t } from '../../../words/filters.ts';
import styles from './Review.module.css';

const STATES = {
  pending: { icon: CircleDashed, label: 'reviewPending' },
  completed: { icon: CircleCheck, label: 'reviewCompleted' },
  overdue: { icon: CircleAlert, label: 'reviewOverdue' },
} as const;

/** How far a review has come; nothing where none was requested. */
export function Review({ review }: { review: ReviewSummary }) {
  if (!review.isRequested || review.status === null) return null;
  const { icon: Icon, label } = STATES[review.status];
  const progress = { done: review.checkedOffCount, total: review.totalReviewers };
  return (
    <span className={styles.review} data-status={review.status} title={t('reviewProgress', progress)}>
      <Icon size={14} aria-hidden />
      <span className={styles.label}>{t(label)}</span>
      <span className={styles.progress}>
        {progress.done}/{progress.total}
      </span>
    </span>
  );
}
