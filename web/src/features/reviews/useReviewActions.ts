import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import { useState } from 'react';
import { cancelReview, closeReview, removeReviewer } from './api.ts';
import { t } from './copy.ts';
import type { Outcome } from './useOutcome.ts';

interface Action {
  title: string;
  text: string;
  confirm: string;
  done: string;
  failed: string;
  run: () => Promise<void>;
}

/** Actions of the owner, each with a confirmation. */
export function useReviewActions(snapshotId: string, { id }: Review, outcome: Outcome) {
  const [pending, setPending] = useState<Action | null>(null);

  /** Resolves to true: a failure is shown in the panel. */
  async function confirm(): Promise<boolean> {
    try {
      await pending?.run();
      if (pending) outcome.showSuccess(pending.done);
    } catch (error) {
      if (pending) outcome.fail(pending.failed, error);
    }
    return true;
  }

  return {
    pending,
    confirm,
    keep: () => setPending(null),
    cancel: () =>
      setPending({
        title: t('cancelTitle'),
        text: t('cancelText'),
        confirm: t('cancel'),
        done: t('cancelled'),
        failed: t('cancelFailed'),
        run: () => cancelReview(snapshotId, id),
      }),
    close: () =>
      setPending({
        title: t('closeTitle'),
        text: t('closeText'),
        confirm: t('close'),
        done: t('closed'),
        failed: t('closeFailed'),
        run: () => closeReview(snapshotId, id),
      }),
    remove: ({ userId, userName }: Reviewer) =>
      setPending({
        title: t('removeTitle', { name: userName }),
        text: t('removeText'),
        confirm: t('removeReviewer'),
        done: t('reviewerRemoved'),
        failed: t('removeFailed'),
        run: () => removeReviewer(snapshotId, id, userId),
      }),
  };
}
