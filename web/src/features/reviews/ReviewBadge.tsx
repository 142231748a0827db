import type { ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import { t } from '../snapshots/copy.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './ReviewBadge.module.css';
import { reviewBadge } from './reviewBadge.ts';

const LABELS = {
  pending: 'reviewPending',
  completed: 'reviewCompleted',
  overdue: 'reviewOverdue',
} as const;

/** Returns the decisions in words, the worst last; none before the first one, and when the server does not send them. */
function decisionsOf({ checkedOffCount, changesRequestedCount: changes }: ReviewSummary): string[] {
  if (changes === undefined) return [];
  const approved = checkedOffCount - changes;
  return [
    approved > 0 && t('reviewApproved', { count: approved }),
    changes > 0 && t('reviewChanges', { count: changes }),
  ].filter((part) => part !== false);
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
  const decisions = decisionsOf(review);
  const verdict = decisions.join(', ');
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
      data-worst={decisions.at(-1)}
      title={[t('reviewProgress', progress), verdict].filter(Boolean).join('\n')}
    >
      <span className={styles.label}>{t(LABELS[review.status])}</span>
      <Text as="span" tone="muted" isTabular>
        {progress.done}/{progress.total}
      </Text>
      {verdict !== '' && <VisuallyHidden>{verdict}</VisuallyHidden>}
    </a>
  );
}
