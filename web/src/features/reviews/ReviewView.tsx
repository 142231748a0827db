import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Review } from '@stagelink/shared/contracts/reviews';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';
import type { Preview } from '../preview/usePreview.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { ReviewerRow } from './ReviewerRow.tsx';
import { ReviewState } from './ReviewState.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './ReviewsPanel.module.css';
import type { Outcome } from './useOutcome.ts';
import { useReviewActions } from './useReviewActions.ts';

interface ReviewViewProps {
  snapshot: SnapshotView;
  preview: Preview;
  review: Review;
  outcome: Outcome;
}

export function ReviewView({ review, snapshot, preview, outcome }: ReviewViewProps) {
  const actions = useReviewActions(snapshot.id, review, outcome);

  return (
    <div className={styles.review}>
      <ReviewState review={review} />
      {review.can.submit && (
        <AnswerForm
          snapshotId={snapshot.id}
          review={review}
          version={snapshot.version}
          seen={preview.version}
          isKept={preview.kept !== null && preview.kept.version !== null}
          onDone={() => outcome.showSuccess(t('submitted'))}
          onFailed={(error) => outcome.fail(t('submitFailed'), error)}
        />
      )}
      {review.reviewers.some(({ link, isUndeliverable }) => link !== null && !isUndeliverable) && (
        <Text tone="muted" size="tiny">
          {t('passOn')}
        </Text>
      )}
      <ul className={styles.reviewers}>
        {review.reviewers.map((reviewer) => (
          <ReviewerRow
            key={reviewer.userId}
            reviewer={reviewer}
            shownVersion={snapshot.version}
            onRemove={review.can.removeReviewers ? () => actions.remove(reviewer) : null}
          />
        ))}
      </ul>
      {review.can.close && (
        <Button variant="plain" size="small" onClick={actions.close}>
          {t('close')}
        </Button>
      )}
      {review.can.cancel && (
        <Button variant="plain" size="small" onClick={actions.cancel}>
          {t('cancel')}
        </Button>
      )}
      {actions.pending && (
        <ConfirmDialog
          title={actions.pending.title}
          text={actions.pending.text}
          keep={t('keep')}
          action={actions.pending.confirm}
          onConfirm={actions.confirm}
          onClose={actions.keep}
        />
      )}
    </div>
  );
}
