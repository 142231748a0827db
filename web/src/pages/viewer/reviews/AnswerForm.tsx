import { FEEDBACK_MAX } from '@stagelink/shared/contracts/limits';
import type { Review } from '@stagelink/shared/contracts/reviews';
import { type FormEvent, useId, useRef, useState } from 'react';
import { submitReview } from '../../../data/reviews.ts';
import { readStored, writeStored } from '../../../data/stored.ts';
import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import styles from './forms.module.css';

interface AnswerFormProps {
  snapshotId: string;
  review: Review;
  /** The version that is shown; a new one may replace it at any time. */
  version: number;
  onDone: () => void;
  onFailed: (error: unknown) => void;
}

/** A reviewer's answer, all in one place; what is written outlives the page. */
export function AnswerForm({ snapshotId, review, version, onDone, onFailed }: AnswerFormProps) {
  const draftKey = `review-${review.id}`;
  const [feedback, setFeedback] = useState(() => readStored(draftKey) ?? '');
  const [reviewed, setReviewed] = useState(version);
  const [isMissing, setIsMissing] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  function write(text: string): void {
    setFeedback(text);
    setIsMissing(false);
    writeStored(draftKey, text || null);
  }

  async function send(status: 'approved' | 'changes_requested'): Promise<void> {
    if (isSending) return;
    if (feedback.trim() === '') {
      setIsMissing(true);
      field.current?.focus();
      return;
    }
    setIsSending(true);
    try {
      await submitReview(snapshotId, { id: review.id, status, feedback, version: reviewed });
      writeStored(draftKey, null);
      onDone();
    } catch (error) {
      onFailed(error);
    } finally {
      setIsSending(false);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const isApproval = submitter?.getAttribute('value') !== 'changes_requested';
    void send(isApproval ? 'approved' : 'changes_requested');
  }

  return (
    <form className={styles['form']} onSubmit={submit} noValidate>
      <h2 className={styles['title']}>{t('yourReview')}</h2>
      <label className={styles['field']}>
        <span className={styles['label']}>{t('feedback')}</span>
        <textarea
          ref={field}
          className={styles['input']}
          rows={4}
          maxLength={FEEDBACK_MAX}
          placeholder={t('feedbackHint')}
          value={feedback}
          aria-invalid={isMissing}
          aria-describedby={`${id}-problem`}
          onChange={(event) => write(event.currentTarget.value)}
        />
      </label>
      <p id={`${id}-problem`} role="alert" className={styles['problem']}>
        {isMissing && t('feedbackMissing')}
      </p>
      {reviewed !== version && (
        <div className={styles['field']}>
          <output>{t('newerVersion', { reviewed, version })}</output>
          <button type="button" className={button('plain', 'small')} onClick={() => setReviewed(version)}>
            {t('reviewNewer', { version })}
          </button>
        </div>
      )}
      <div className={styles['actions']}>
        <button type="submit" value="approved" className={button('main', 'small')} aria-busy={isSending}>
          {t('approve')}
        </button>
        <button
          type="submit"
          value="changes_requested"
          className={button('plain', 'small')}
          aria-busy={isSending}
        >
          {t('requestChanges')}
        </button>
      </div>
    </form>
  );
}
