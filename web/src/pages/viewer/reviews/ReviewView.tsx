import type { Review } from '@stagelink/shared/contracts/reviews';
import { useState } from 'react';
import { cancelReview } from '../../../data/reviews.ts';
import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import type { PanelProps } from '../panels.tsx';
import { AnswerForm } from './AnswerForm.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { ReviewerRow } from './ReviewerRow.tsx';
import { ReviewState } from './ReviewState.tsx';
import styles from './ReviewsPanel.module.css';
import type { Outcome } from './useOutcome.ts';

interface ReviewViewProps extends Pick<PanelProps, 'snapshot' | 'preview'> {
  review: Review;
  outcome: Outcome;
}

/** One review: how far it is, who says what, and what whoever looks may do about it. */
export function ReviewView({ review, snapshot, preview, outcome }: ReviewViewProps) {
  const [isCancelling, setIsCancelling] = useState(false);

  async function cancel(): Promise<void> {
    setIsCancelling(false);
    try {
      await cancelReview(snapshot.id, review.id);
      outcome.tell(t('cancelled'));
    } catch (error) {
      outcome.fail(t('cancelFailed'), error);
    }
  }

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
      {review.reviewers.some(({ link }) => link !== null) && <p className={styles['quiet']}>{t('passOn')}</p>}
      <ul className={styles['reviewers']}>
        {review.reviewers.map((reviewer) => (
          <ReviewerRow key={reviewer.userId} reviewer={reviewer} shownVersion={snapshot.version} />
        ))}
      </ul>
      {review.can.cancel && (
        <button type="button" className={button('plain', 'small')} onClick={() => setIsCancelling(true)}>
          {t('cancel')}
        </button>
      )}
      {isCancelling && <CancelDialog onKeep={() => setIsCancelling(false)} onCancel={() => void cancel()} />}
    </div>
  );
}
