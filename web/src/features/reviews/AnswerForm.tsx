import { FEEDBACK_MAX } from '@stagelink/shared/contracts/limits';
import type { Review } from '@stagelink/shared/contracts/reviews';
import { type SubmitEvent, useState } from 'react';
import { submitReview } from './api.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { callerIn } from '../snapshots/viewApi.ts';
import { t } from './copy.ts';
import { Button } from '../../kit/Button.tsx';
import { TextArea } from '../../kit/TextArea.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import { Stack } from '../../kit/layout/Stack.tsx';
import styles from './forms.module.css';

export type Decision = 'approved' | 'changes_requested';

interface AnswerFormProps {
  snapshotId: string;
  review: Review;
  /** The version that the link shows; a new one may replace it at any time. */
  version: number;
  /** The version that the reviewer looks at. */
  seen: number;
  /** The reviewer's browser keeps that version, although the link shows another. */
  isKept: boolean;
  /** Offers this decision only. */
  only?: Decision;
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
  if (isKept)
    return (
      <Stack as="output" gap="tiny">
        {t('keptVersion', { version: seen })}
      </Stack>
    );
  if (reviewed !== version) {
    return (
      <Stack gap="tiny">
        <output>{t('newerVersion', { reviewed, version })}</output>
        <Button variant="plain" size="small" onClick={onNewer}>
          {t('reviewNewer', { version })}
        </Button>
      </Stack>
    );
  }
  if (seen === reviewed) return null;
  return (
    <Stack as="output" gap="tiny">
      {t('otherVersion', { seen, reviewed })}
    </Stack>
  );
}

const TITLES: Record<Decision, (version: number) => string> = {
  approved: (version) => t('approveVersion', { version }),
  changes_requested: (version) => t('changesToVersion', { version }),
};

/** Form for a reviewer's decision. Its draft survives a reload. */
export function AnswerForm(props: AnswerFormProps) {
  const { snapshotId, review, version, seen, isKept, only, onDone, onFailed } = props;
  const draftKey = `review-${callerIn(snapshotId)}-${review.id}`;
  const [feedback, setFeedback] = useState(() => readStored(draftKey) ?? '');
  const [begun, setBegun] = useState(version);
  const reviewed = isKept ? seen : begun;
  const { formProps, isSending, run, refuse, clear, errorAt } = useFormSubmit(t('submitFailed'));
  const missing = errorAt('feedback');

  function write(text: string): void {
    setFeedback(text);
    clear();
    writeStored(draftKey, text || null);
  }

  async function send(status: Decision): Promise<boolean> {
    try {
      await submitReview(snapshotId, { id: review.id, status, feedback, version: reviewed });
    } catch (error) {
      onFailed(error);
      return false;
    }
    writeStored(draftKey, null);
    onDone();
    return true;
  }

  function submit({ nativeEvent }: SubmitEvent): void {
    if (feedback.trim() === '') return refuse({ message: t('feedbackMissing'), field: 'feedback' });
    const isApproval = nativeEvent.submitter?.getAttribute('value') !== 'changes_requested';
    void run(() => send(isApproval ? 'approved' : 'changes_requested'));
  }

  return (
    <form className={styles.form} {...formProps(submit)}>
      <Text as="h2" size="small" isBold>
        {only ? TITLES[only](reviewed) : t('yourReview')}
      </Text>
      <TextArea
        name="feedback"
        label={t('feedback')}
        rows={4}
        data-autofocus={only && true}
        maxLength={FEEDBACK_MAX}
        placeholder={t('feedbackHint')}
        value={feedback}
        error={missing !== null && <span role="alert">{missing}</span>}
        onChange={write}
      />
      <ReviewedVersion {...props} reviewed={reviewed} onNewer={() => setBegun(version)} />
      <Line gap="small" isWrapping>
        {only !== 'changes_requested' && (
          <Button type="submit" value="approved" size="small" isLoading={isSending}>
            {t('approve')}
          </Button>
        )}
        {only !== 'approved' && (
          <Button
            type="submit"
            value="changes_requested"
            variant={only ? 'main' : 'plain'}
            size="small"
            isLoading={isSending}
          >
            {t('requestChanges')}
          </Button>
        )}
      </Line>
    </form>
  );
}
