import { useState } from 'react';
import { requestReview } from '../../../data/reviews.ts';
import { endOfDay, problemWith, type Reviewer, today } from '../../../ui/reviewRequest.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t } from '../../../words/review.ts';

const NOBODY: Reviewer = { userName: '', userEmail: '' };

interface Ends {
  onDone: () => void;
  onFailed: (error: unknown) => void;
}

/** A request for a review while it is being written. */
export function useRequest(snapshotId: string, { onDone, onFailed }: Ends) {
  const [reviewers, setReviewers] = useState<readonly Reviewer[]>([]);
  const [draft, setDraft] = useState(NOBODY);
  const [problem, setProblem] = useState<string | null>(null);
  const [deadline, setDeadline] = useState('');
  const [notes, setNotes] = useState('');
  const [isSending, setIsSending] = useState(false);
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

  /** Whoever is asked, when the request can be sent. */
  function complete(): readonly Reviewer[] | null {
    const isTyping = draft.userName.trim() !== '' || draft.userEmail.trim() !== '';
    const all = isTyping ? add() : reviewers;
    if (all === null) return null;
    const wrong =
      (all.length === 0 && t('oneNeeded')) || (deadline !== '' && deadline < earliest && t('badDeadline'));
    if (wrong) setProblem(wrong);
    return wrong ? null : all;
  }

  async function send(): Promise<void> {
    const all = isSending ? null : complete();
    if (all === null) return;
    setIsSending(true);
    try {
      const end = deadline === '' ? null : endOfDay(deadline);
      await requestReview({ id: snapshotId, reviewers: [...all], deadline: end, notes });
      onDone();
    } catch (error) {
      onFailed(error);
    } finally {
      setIsSending(false);
    }
  }

  return {
    reviewers,
    draft,
    problem,
    deadline,
    earliest,
    notes,
    isSending,
    setDraft,
    setDeadline,
    setNotes,
    add,
    send,
    remove: (email: string) => setReviewers(reviewers.filter(({ userEmail }) => userEmail !== email)),
  };
}
