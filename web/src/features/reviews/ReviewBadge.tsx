import type { ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import { t } from '../snapshots/filtersCopy.ts';
import styles from './ReviewBadge.module.css';
import { reviewBadge } from './reviewBadge.ts';

const LABELS = {
  pending: 'reviewPending',
  completed: 'reviewCompleted',
  overdue: 'reviewOverdue',
} as const;

/** Returns the decisions in words; undefined before the first one, and when the server does not send them. */
function verdictOf({ checkedOffCount, changesRequestedCount: changes }: ReviewSummary): string | undefined {
  if (changes === undefined) return undefined;
  const approved = checkedOffCount - changes;
  const parts = [
    approved > 0 && t('reviewApproved', { count: approved }),
    changes > 0 && t('reviewChanges', { count: changes }),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : undefined;
}

interface ReviewBadgeProps {
  review: ReviewSummary;
  /** Where the decisions are shown. */
  href: string;
  tabIndex: number;
}

export function ReviewBadge({ review, href, tabIndex }: ReviewBadgeProps) {
  if (!review.isRequested || review.status === null) return null;
  const progress = { done: review.checkedOffCount, total: review.totalReviewers };
  const verdict = verdictOf(review);
  const asksForChanges = (review.changesRequestedCount ?? 0) > 0;
  const sign = asksForChanges && review.status !== 'overdue' ? 'changes' : review.status;
  return (
    <a
      className={`${styles.review} ${reviewBadge(sign)}`}
      href={href}
      target="_blank"
      rel="noopener"
      draggable={false}
      tabIndex={tabIndex}
      data-sign={sign}
      title={[t('reviewProgress', progress), verdict].filter(Boolean).join('\n')}
    >
      <span className={styles.label}>{t(LABELS[review.status])}</span>
      <span className={styles.progress}>
        {progress.done}/{progress.total}
      </span>
      {verdict !== undefined && <span className={styles.unseen}>{verdict}</span>}
    </a>
  );
}
