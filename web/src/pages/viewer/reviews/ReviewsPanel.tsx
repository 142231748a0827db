import type { Review } from '@stagelink/shared/contracts/reviews';
import { useState } from 'react';
import { useReviews } from '../../../data/reviews.ts';
import { t as common } from '../../../words/common.ts';
import { t as request } from '../../../words/review.ts';
import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import type { PanelProps } from '../panels.tsx';
import { Dismissible } from './Dismissible.tsx';
import { RequestForm } from './RequestForm.tsx';
import { ReviewView } from './ReviewView.tsx';
import styles from './ReviewsPanel.module.css';
import { type Outcome, useOutcome } from './useOutcome.ts';

type ReviewsPanelProps = Pick<PanelProps, 'snapshot' | 'preview'>;

function Skeleton() {
  return (
    <output className={styles['skeleton']} aria-label={t('loading')}>
      <span className={styles['bones']} />
      <span className={styles['bones']} />
    </output>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles['empty']} role="alert">
      <p>{t('loadFailed')}</p>
      <button type="button" className={button('plain', 'small')} onClick={onRetry}>
        {common('retry')}
      </button>
    </div>
  );
}

interface RequestingProps {
  snapshotId: string;
  /** Whether one was requested before. */
  isAgain: boolean;
  outcome: Outcome;
}

/** Where an owner asks for a review: a button, and the form behind it. */
function Requesting({ snapshotId, isAgain, outcome }: RequestingProps) {
  const [isWriting, setIsWriting] = useState(false);
  if (isWriting) {
    return (
      <div className={styles['empty']}>
        <RequestForm
          snapshotId={snapshotId}
          onBack={() => setIsWriting(false)}
          onDone={() => {
            setIsWriting(false);
            outcome.tell(request('requested'));
          }}
          onFailed={(error) => outcome.fail(t('createFailed'), error)}
        />
      </div>
    );
  }
  return (
    <div className={styles['empty']}>
      {!isAgain && (
        <div>
          <p>{t('none')}</p>
          <p className={styles['quiet']}>{t('noneHint')}</p>
        </div>
      )}
      <button
        type="button"
        className={button(isAgain ? 'plain' : 'main', 'small')}
        onClick={() => setIsWriting(true)}
      >
        {t(isAgain ? 'requestAnother' : 'request')}
      </button>
    </div>
  );
}

interface ReviewListProps extends ReviewsPanelProps {
  reviews: Review[];
  outcome: Outcome;
}

/** The newest review, and those before it on demand. */
function ReviewList({ reviews: [newest, ...earlier], ...props }: ReviewListProps) {
  return (
    <>
      {newest && <ReviewView key={newest.id} review={newest} {...props} />}
      {earlier.length > 0 && (
        <details className={styles['earlier']}>
          <summary>{t('earlier')}</summary>
          {earlier.map((review) => (
            <ReviewView key={review.id} review={review} {...props} />
          ))}
        </details>
      )}
    </>
  );
}

/** The reviews of a snapshot, for its owner and whoever was asked. */
export function ReviewsPanel({ snapshot, preview }: ReviewsPanelProps) {
  const { data: reviews, isPending, refetch } = useReviews(snapshot.id);
  const { said, trouble, dismiss, outcome } = useOutcome();
  const isUnderway = reviews?.[0] !== undefined && reviews[0].status !== 'completed';

  return (
    <div className={styles['panel']}>
      <output className={styles['said']}>{said}</output>
      {trouble && (
        <div className={styles['trouble']}>
          <Dismissible trouble={trouble} onDismiss={dismiss} />
        </div>
      )}
      {isPending && <Skeleton />}
      {!isPending && !reviews && <Failed onRetry={() => void refetch()} />}
      {reviews && snapshot.isOwner && !isUnderway && (
        <Requesting snapshotId={snapshot.id} isAgain={reviews.length > 0} outcome={outcome} />
      )}
      {reviews && <ReviewList reviews={reviews} snapshot={snapshot} preview={preview} outcome={outcome} />}
    </div>
  );
}
