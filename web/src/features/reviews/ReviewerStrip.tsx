import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import type { SnapshotView } from '@stagelink/shared/contracts/snapshots';
import { day, moment } from '@stagelink/shared/domain/format';
import { useEffect } from 'react';
import { useReviews, startReview } from './api.ts';
import { useNow } from '../../lib/useNow.ts';
import type { Preview } from '../preview/usePreview.ts';
import { t } from './copy.ts';
import { Decide } from './Decide.tsx';
import { Strip } from '../../kit/Strip.tsx';
import { isLate, ownPart } from './review.ts';
import styles from './ReviewerStrip.module.css';

const DECISIONS = ['changes_requested', 'approved'] as const;

/**
 * Reports a reviewer's first interaction as started: a mail scanner that opens the link does not interact.
 * A press inside the preview is visible here only as a focus change.
 */
function useBegin(snapshotId: string, reviewId: string | null): void {
  useEffect(() => {
    if (reviewId === null) return undefined;
    const stop = new AbortController();

    function begin(id: string): void {
      stop.abort();
      startReview(snapshotId, id).catch(() => undefined); // Submitting the decision reports it too.
    }
    const act = (event: Event) => {
      if (event.isTrusted) begin(reviewId);
    };
    const leave = () => {
      if (document.activeElement instanceof HTMLIFrameElement) begin(reviewId);
    };
    const { signal } = stop;
    window.addEventListener('pointerdown', act, { signal });
    window.addEventListener('keydown', act, { signal });
    window.addEventListener('blur', leave, { signal });
    return () => stop.abort();
  }, [snapshotId, reviewId]);
}

interface TaskProps {
  snapshot: SnapshotView;
  review: Review;
  /** Opens the whole request; null while it is open. */
  onRead: (() => void) | null;
}

/** What is asked of the reviewer, until when, and the first line of the owner's notes. */
function Task({ snapshot: { ownerName }, review, onRead }: TaskProps) {
  const now = useNow();
  const deadline = review.deadline === null ? null : new Date(review.deadline);
  return (
    <button type="button" className={styles.task} disabled={onRead === null} onClick={() => onRead?.()}>
      <span className={styles.what}>
        {ownerName === null ? t('youAreAsked') : t('asksYou', { name: ownerName })}
      </span>
      {deadline && (
        <span className={styles.due} title={moment(deadline)}>
          {t(isLate(review, now) ? 'wasDue' : 'by', { day: day(deadline, now) })}
        </span>
      )}
      {review.notes !== '' && <span className={styles.notes}>{`“${review.notes}”`}</span>}
    </button>
  );
}

/** What the reviewer has decided. */
function Done({ snapshot, own }: { snapshot: SnapshotView; own: Reviewer | undefined }) {
  const version = own?.version ?? snapshot.version;
  return (
    <>
      <p className={styles.who}>
        {t('reviewingAs')} <strong>{snapshot.you.name}</strong>
      </p>
      {own?.status === 'approved' && <p className={styles.done}>{t('youApproved', { version })}</p>}
      {own?.status === 'changes_requested' && (
        <p className={styles.done}>{t('youAskedForChanges', { version })}</p>
      )}
    </>
  );
}

interface ReviewerStripProps {
  snapshot: SnapshotView;
  preview: Preview;
  /** Opens the panel with the whole review; null while it is open, which has the form too. */
  onRead: (() => void) | null;
}

/** What a reviewer's visit is for, with its two answers; later what they decided. */
export function ReviewerStrip({ snapshot, preview, onRead }: ReviewerStripProps) {
  const { data: reviews, isError } = useReviews(snapshot.id);
  const newest = reviews?.[0];
  const own = newest && ownPart(newest);
  useBegin(snapshot.id, newest && own?.status === 'pending' ? newest.id : null);

  if (isError || (reviews && !newest?.can.submit)) {
    return (
      <Strip label={t('yourReview')}>
        <Done snapshot={snapshot} own={own} />
      </Strip>
    );
  }
  return (
    <Strip label={t('yourReview')} isTask>
      {newest && (
        <>
          <Task snapshot={snapshot} review={newest} onRead={onRead} />
          {onRead && (
            <div className={styles.decisions}>
              {DECISIONS.map((decision) => (
                <Decide
                  key={decision}
                  snapshot={snapshot}
                  preview={preview}
                  review={newest}
                  decision={decision}
                />
              ))}
            </div>
          )}
        </>
      )}
    </Strip>
  );
}
