import { FEEDBACK_MAX } from '@stagelink/shared/contracts/limits';
import type { Review } from '@stagelink/shared/contracts/reviews';
import { type FormEvent, useRef, useState } from 'react';
import { submitReview } from './api.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { callerIn } from '../snapshots/viewApi.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import styles from './forms.module.css';

interface AnswerFormProps {
  snapshotId: string;
  review: Review;
  /** The version that the link shows; a new one may replace it at any time. */
  version: number;
  /** The version that the reviewer looks at. */
  seen: number;
  /** The reviewer's browser keeps that version, although the link shows another. */
  isKept: boolean;
  onDone: () => void;
  onFailed: (error: unknown) => void;
}

interface ReviewedVersionProps extends Pick<AnswerFormProps, 'version' | 'seen' | 'isKept'> {
  /** The version that the decision is about. */
  reviewed: number;
  onNewer: () => void;
}

/** Says which version the decision is about, where that is not the one that is shown. */
function ReviewedVersion({ version, seen, isKept, reviewed, onNewer }: ReviewedVersionProps) {
  if (isKept) return <output className={styles.field}>{t('keptVersion', { version: seen })}</output>;
  if (reviewed !== version) {
    return (
      <div className={styles.field}>
        <output>{t('newerVersion', { reviewed, version })}</output>
        <Button variant="plain" size="small" onClick={onNewer}>
          {t('reviewNewer', { version })}
        </Button>
      </div>
    );
  }
  if (seen === reviewed) return null;
  return <output className={styles.field}>{t('otherVersion', { seen, reviewed })}</output>;
}

/** Form for a reviewer's decision. Its draft survives a reload. */
export function AnswerForm(props: AnswerFormProps) {
  const { snapshotId, review, version, seen, isKept, onDone, onFailed } = props;
  const draftKey = `review-${callerIn(snapshotId)}-${review.id}`;
  const [feedback, setFeedback] = useState(() => readStored(draftKey) ?? '');
  const [begun, setBegun] = useState(version);
  const reviewed = isKept ? seen : begun;
  const [isMissing, setIsMissing] = useState(false);
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

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
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2 className={styles.title}>{t('yourReview')}</h2>
      <TextArea
        ref={field}
        label={t('feedback')}
        rows={4}
        maxLength={FEEDBACK_MAX}
        placeholder={t('feedbackHint')}
        value={feedback}
        error={isMissing && <span role="alert">{t('feedbackMissing')}</span>}
        onChange={write}
      />
      <ReviewedVersion {...props} reviewed={reviewed} onNewer={() => setBegun(version)} />
      <div className={styles.actions}>
        <Button type="submit" value="approved" size="small" isLoading={isSending}>
          {t('approve')}
        </Button>
        <Button type="submit" value="changes_requested" variant="plain" size="small" isLoading={isSending}>
          {t('requestChanges')}
        </Button>
      </div>
    </form>
  );
}
