import { Alert, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { NOTES_MAX } from '@stagelink/shared/contracts/limits';
import type { Reviewer as RequestedReviewer } from '@stagelink/shared/contracts/reviews';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { useSignInOptions } from '../../../../data/account.ts';
import { requestReview } from '../../../../data/reviews.ts';
import { isSessionLost } from '../../../../data/sentence.ts';
import { ResendVerification } from '../../../../ui/ResendVerification.tsx';
import { toast, toastProblem } from '../../../../ui/toast.ts';
import { useNow } from '../../../../ui/useNow.ts';
import { t } from '../../../../words/review.ts';
import { FormDialog } from './FormDialog.tsx';
import { Reviewers } from './Reviewers.tsx';
import { ReviewLinks } from './ReviewLinks.tsx';
import styles from './ReviewDialog.module.css';
import {
  endOfDay,
  isUnverified,
  problemWith,
  refusalText,
  type Reviewer,
  today,
} from '../../../../ui/reviewRequest.ts';

interface ReviewDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

const NOBODY: Reviewer = { userName: '', userEmail: '' };

/** Asks people to look at a snapshot. */
export function ReviewDialog({ snapshot, onClose }: ReviewDialogProps) {
  const [reviewers, setReviewers] = useState<readonly Reviewer[]>([]);
  const [draft, setDraft] = useState(NOBODY);
  const [problem, setProblem] = useState<string | null>(null);
  const [deadline, setDeadline] = useState('');
  const [notes, setNotes] = useState('');
  /** Reviewers whose links the owner has to pass on, once the review is requested. */
  const [toPassOn, setToPassOn] = useState<readonly RequestedReviewer[]>([]);
  /** Why the owner has to verify their own address first. */
  const [unverified, setUnverified] = useState<string | null>(null);
  const { data: options } = useSignInOptions();
  const earliest = today(useNow());

  /** Answers everybody with the one who was typed, or null when that one cannot be added. */
  function add(): readonly Reviewer[] | null {
    const found = problemWith(draft, reviewers);
    setProblem(found);
    if (found !== null) return null;
    const all = [...reviewers, { userName: draft.userName.trim(), userEmail: draft.userEmail.trim() }];
    setReviewers(all);
    setDraft(NOBODY);
    return all;
  }

  async function send(): Promise<boolean> {
    const isTyping = draft.userName.trim() !== '' || draft.userEmail.trim() !== '';
    const all = isTyping ? add() : reviewers;
    if (all === null) return false;
    if (all.length === 0) {
      setProblem(t('oneNeeded'));
      return false;
    }
    if (deadline !== '' && deadline < earliest) {
      setProblem(t('badDeadline'));
      return false;
    }
    try {
      const review = await requestReview({
        id: snapshot.id,
        reviewers: [...all],
        deadline: deadline === '' ? null : endOfDay(deadline),
        notes,
      });
      toast(t('requested'), { about: snapshot.name });
      const linked = review.reviewers.filter(({ link }) => link !== null);
      setToPassOn(linked);
      return linked.length === 0;
    } catch (error) {
      const { title, message } = refusalText(error);
      setUnverified(isUnverified(error) ? message : null);
      if (!isSessionLost(error) && !isUnverified(error)) toastProblem(title, message);
      return false;
    }
  }

  if (toPassOn.length > 0) return <ReviewLinks reviewers={toPassOn} onClose={onClose} />;
  return (
    <FormDialog title={t('title')} action={t('send')} onSubmit={send} onClose={onClose}>
      {options && (
        <Text c="dimmed" mt={-12}>
          {t(options.mail ? 'ofMailed' : 'ofNotMailed', { name: snapshot.name })}
        </Text>
      )}
      <Reviewers
        reviewers={reviewers}
        draft={draft}
        problem={problem}
        onDraft={setDraft}
        onAdd={() => void add()}
        onRemove={(email) => setReviewers(reviewers.filter(({ userEmail }) => userEmail !== email))}
      />
      <TextInput
        type="date"
        label={t('deadline')}
        description={t('deadlineHint')}
        min={earliest}
        value={deadline}
        onChange={(event) => setDeadline(event.currentTarget.value)}
      />
      <Textarea
        label={t('notes')}
        description={t('notesHint')}
        rows={3}
        maxLength={NOTES_MAX}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {unverified !== null && (
        <Alert color="red" role="alert" icon={<CircleAlert size={16} />}>
          <Stack gap={8} align="start">
            {unverified}
            <ResendVerification className={styles.resend} />
          </Stack>
        </Alert>
      )}
    </FormDialog>
  );
}
