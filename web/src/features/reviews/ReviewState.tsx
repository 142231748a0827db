import type { Review } from '@stagelink/shared/contracts/reviews';
import { day, moment } from '@stagelink/shared/domain/format';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { isAnswered, isLate } from './review.ts';
import { t as decisions } from '../snapshots/copy.ts';
import { MarkdownText } from '../../kit/markdown/MarkdownText.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './ReviewState.module.css';

/** What was decided, in words: a completed review may still ask for changes. */
function Verdict({ review: { reviewers } }: { review: Review }) {
  const approved = reviewers.filter(({ status }) => status === 'approved').length;
  const changes = reviewers.filter(({ status }) => status === 'changes_requested').length;
  if (approved + changes === 0) return null;
  return (
    <p className={styles.verdict}>
      {approved > 0 && <span>{decisions('reviewApproved', { count: approved })}</span>}
      {changes > 0 && <span data-changes>{decisions('reviewChanges', { count: changes })}</span>}
    </p>
  );
}

export function ReviewState({ review }: { review: Review }) {
  const now = useNow();
  const late = isLate(review, now);
  const progress = {
    done: review.reviewers.filter(isAnswered).length,
    total: review.reviewers.filter((reviewer) => isAnswered(reviewer) || !reviewer.isRemoved).length,
  };
  const requested = new Date(review.requestedAt);
  const deadline = review.deadline === null ? null : new Date(review.deadline);
  return (
    <div className={styles.state}>
      <Line gap="snug" align="center" isWrapping>
        {review.status !== 'overdue' && (
          <span className={styles.badge} data-status={review.status}>
            {t(review.status)}
          </span>
        )}
        {(late || review.status === 'overdue') && (
          <span className={styles.badge} data-status="overdue">
            {t('overdue')}
          </span>
        )}
        <span className={styles.count}>{t('progress', progress)}</span>
      </Line>
      <Verdict review={review} />
      <Progress label={t('progress', progress)} value={progress.done} max={progress.total} tone="good" />
      <Text tone="muted" size="tiny">
        <span title={moment(requested)}>{t('requestedOn', { day: day(requested, now) })}</span>
        {deadline && (
          <span title={moment(deadline)}>
            {' · '}
            {t(late ? 'wasDue' : 'due', { day: day(deadline, now) })}
          </span>
        )}
      </Text>
      {review.notes && (
        <div className={styles.notes}>
          <MarkdownText text={review.notes} />
        </div>
      )}
    </div>
  );
}
