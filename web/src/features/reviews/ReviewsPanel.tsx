import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import type { Review } from '@stagelink/shared/contracts/reviews';
import { useState } from 'react';
import { useReviews } from './api.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { dropKept, isKept } from '../../lib/useKeptState.ts';
import type { Preview } from '../preview/usePreview.ts';
import { Dismissible } from './Dismissible.tsx';
import { RequestForm } from './RequestForm.tsx';
import { ReviewView } from './ReviewView.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { SkeletonLines } from '../../kit/Skeleton.tsx';
import styles from './ReviewsPanel.module.css';
import { type Outcome, useOutcome } from './useOutcome.ts';

interface ReviewsPanelProps {
  snapshot: SnapshotView;
  preview: Preview;
}

function Skeleton() {
  return <SkeletonLines label={t('loading')} widths={[100, 100]} heightPx={56} />;
}

interface RequestingProps {
  snapshotId: string;
  /** A review was requested before. */
  isAgain: boolean;
  outcome: Outcome;
}

function Requesting({ snapshotId, isAgain, outcome }: RequestingProps) {
  const keptAs = `request-${snapshotId}`;
  const [isWriting, setIsWriting] = useState(() => isKept(keptAs));

  function leave(): void {
    dropKept(keptAs);
    setIsWriting(false);
  }

  if (isWriting) {
    return (
      <div className={styles.empty}>
        <RequestForm
          snapshotId={snapshotId}
          keptAs={keptAs}
          onBack={leave}
          onDone={() => {
            leave();
            outcome.showSuccess(t('requested'));
          }}
          onFailed={(error) => outcome.fail(t('createFailed'), error)}
        />
      </div>
    );
  }
  return (
    <div className={styles.empty}>
      {!isAgain && (
        <div>
          <p>{t('none')}</p>
          <Text tone="muted" size="tiny">
            {t('noneHint')}
          </Text>
        </div>
      )}
      <Button variant={isAgain ? 'plain' : 'main'} size="small" onClick={() => setIsWriting(true)}>
        {t(isAgain ? 'requestAnother' : 'request')}
      </Button>
    </div>
  );
}

interface ReviewListProps extends ReviewsPanelProps {
  reviews: Review[];
  outcome: Outcome;
}

/** Shows the newest review, and earlier ones on demand. */
function ReviewList({ reviews: [newest, ...earlier], ...props }: ReviewListProps) {
  return (
    <>
      {newest && <ReviewView key={newest.id} review={newest} {...props} />}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('earlier')}</summary>
          {earlier.map((review) => (
            <ReviewView key={review.id} review={review} {...props} />
          ))}
        </details>
      )}
    </>
  );
}

export function ReviewsPanel({ snapshot, preview }: ReviewsPanelProps) {
  const { data: reviews, error, isPending, refetch } = useReviews(snapshot.id);
  const { confirmation, trouble, dismiss, outcome } = useOutcome();
  const isUnderway = reviews?.[0] !== undefined && reviews[0].status !== 'completed';

  return (
    <Stack>
      <output className={styles.message}>{confirmation}</output>
      {trouble && (
        <div className={styles.trouble}>
          <Dismissible trouble={trouble} onDismiss={dismiss} />
        </div>
      )}
      {isPending && <Skeleton />}
      {!isPending && !reviews && (
        <ErrorState
          className={styles.empty}
          message={t('loadFailed')}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {reviews && snapshot.isOwner && !isUnderway && (
        <Requesting snapshotId={snapshot.id} isAgain={reviews.length > 0} outcome={outcome} />
      )}
      {reviews && <ReviewList reviews={reviews} snapshot={snapshot} preview={preview} outcome={outcome} />}
    </Stack>
  );
}
