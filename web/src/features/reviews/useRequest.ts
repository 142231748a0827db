import type { Review } from '@stagelink/shared/contracts/reviews';
import { useState } from 'react';
import { requestReview } from './api.ts';
import { endOfDay, problemWith, type Reviewer, today } from './reviewRequest.ts';
import { useNow } from '../../lib/useNow.ts';
import { t } from './requestCopy.ts';

const EMPTY_REVIEWER: Reviewer = { userName: '', userEmail: '' };

/** State of a review request form. */
export function useRequest(snapshotId: string, onFailed: (error: unknown) => void) {
  const [reviewers, setReviewers] = useState<readonly Reviewer[]>([]);
  const [draft, setDraft] = useState(EMPTY_REVIEWER);
  const [problem, setProblem] = useState<string | null>(null);
  const [deadline, setDeadline] = useState('');
  const [notes, setNotes] = useState('');
  const [isSending, setIsSending] = useState(false);
  const earliest = today(useNow());

  /** Adds the typed reviewer. Returns all reviewers, or null if the typed one is invalid. */
  function add(): readonly Reviewer[] | null {
    const found = problemWith(draft, reviewers);
    setProblem(found);
    if (found !== null) return null;
    const all = [...reviewers, { userName: draft.userName.trim(), userEmail: draft.userEmail.trim() }];
    setReviewers(all);
    setDraft(EMPTY_REVIEWER);
    return all;
  }

  /** Returns the reviewers if the request can be sent. */
  function complete(): readonly Reviewer[] | null {
    const isTyping = draft.userName.trim() !== '' || draft.userEmail.trim() !== '';
    const all = isTyping ? add() : reviewers;
    if (all === null) return null;
    const wrong =
      (all.length === 0 && t('oneNeeded')) || (deadline !== '' && deadline < earliest && t('badDeadline'));
    if (wrong) setProblem(wrong);
    return wrong ? null : all;
  }

  /** Returns the review, or null when it could not be requested. */
  async function send(): Promise<Review | null> {
    const all = isSending ? null : complete();
    if (all === null) return null;
    setIsSending(true);
    try {
      const end = deadline === '' ? null : endOfDay(deadline);
      return await requestReview({ id: snapshotId, reviewers: [...all], deadline: end, notes });
    } catch (error) {
      onFailed(error);
      return null;
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

export type ReviewRequest = ReturnType<typeof useRequest>;
