import type { Review } from '@stagelink/shared/contracts/reviews';
import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import type { PanelProps } from '../panels.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { ConfirmModal } from '../ConfirmModal.tsx';
import { ReviewerRow } from './ReviewerRow.tsx';
import { ReviewState } from './ReviewState.tsx';
import styles from './ReviewsPanel.module.css';
import type { Outcome } from './useOutcome.ts';
import { useReviewActions } from './useReviewActions.ts';

interface ReviewViewProps extends Pick<PanelProps, 'snapshot' | 'preview'> {
  review: Review;
  outcome: Outcome;
}

/** One review: how far it is, who says what, and what whoever looks may do about it. */
export function ReviewView({ review, snapshot, preview, outcome }: ReviewViewProps) {
  const actions = useReviewActions(snapshot.id, review, outcome);

  return (
    <div className={styles['review']}>
      <ReviewState review={review} />
      {review.can.submit && (
        <AnswerForm
          snapshotId={snapshot.id}
          review={review}
          version={preview.version}
          onDone={() => outcome.tell(t('submitted'))}
          onFailed={(error) => outcome.fail(t('submitFailed'), error)}
        />
      )}
      {review.reviewers.some(({ link, isUndeliverable }) => link !== null && !isUndeliverable) && (
        <p className={styles['quiet']}>{t('passOn')}</p>
      )}
      <ul className={styles['reviewers']}>
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
        <button type="button" className={button('plain', 'small')} onClick={actions.close}>
          {t('close')}
        </button>
      )}
      {review.can.cancel && (
        <button type="button" className={button('plain', 'small')} onClick={actions.cancel}>
          {t('cancel')}
        </button>
      )}
      {actions.pending && (
        <ConfirmModal
          title={actions.pending.title}
          text={actions.pending.text}
          keep={t('keep')}
          confirm={actions.pending.confirm}
          onKeep={actions.keep}
          onConfirm={() => void actions.confirm()}
        />
      )}
    </div>
  );
}
