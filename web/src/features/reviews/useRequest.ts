import type { Review } from '@stagelink/shared/contracts/reviews';
import { requestReview } from './api.ts';
import { endOfDay, problemWith, type Reviewer, today } from './reviewRequest.ts';
import { useKeptState } from '../../lib/useKeptState.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';

const EMPTY_REVIEWER: Reviewer = { userName: '', userEmail: '' };

interface Written {
  reviewers: readonly Reviewer[];
  /** The reviewer who is being typed. */
  draft: Reviewer;
  deadline: string;
  notes: string;
}

const NOTHING: Written = { reviewers: [], draft: EMPTY_REVIEWER, deadline: '', notes: '' };

/** State of a review request form. With a key, what was typed outlives the form. */
export function useRequest(
  snapshotId: string,
  onFailed: (error: unknown) => void,
  keptAs: string | null = null,
) {
  const [written, setWritten] = useKeptState(keptAs, NOTHING);
  const { reviewers, draft, deadline, notes } = written;
  const write = (change: Partial<Written>) => setWritten({ ...written, ...change });
  const sending = useFormSubmit(t('failed'));
  const { refuse, clear, errorAt } = sending;
  const earliest = today(useNow());

  /** Adds the typed reviewer. Returns all reviewers, or null if the typed one is invalid. */
  function add(): readonly Reviewer[] | null {
    const found = problemWith(draft, reviewers);
    if (found !== null) {
      refuse(found);
      return null;
    }
    clear();
    const all = [...reviewers, { userName: draft.userName.trim(), userEmail: draft.userEmail.trim() }];
    write({ reviewers: all, draft: EMPTY_REVIEWER });
    return all;
  }

  /** Returns the reviewers if the request can be sent. */
  function complete(): readonly Reviewer[] | null {
    const isTyping = draft.userName.trim() !== '' || draft.userEmail.trim() !== '';
    const all = isTyping ? add() : reviewers;
    if (all === null) return null;
    const isPast = deadline !== '' && deadline < earliest;
    if (all.length === 0) refuse({ message: t('oneNeeded'), field: 'userName' });
    else if (isPast) refuse({ message: t('badDeadline'), field: 'deadline' });
    else return all;
    return null;
  }

  /** Returns the review, or null when it could not be requested. */
  async function send(): Promise<Review | null> {
    const all = complete();
    if (all === null) return null;
    try {
      const end = deadline === '' ? null : endOfDay(deadline);
      return await requestReview({ id: snapshotId, reviewers: [...all], deadline: end, notes });
    } catch (error) {
      onFailed(error);
      return null;
    }
  }

  return {
    reviewers,
    draft,
    /** Why no reviewer can be added. */
    problem: errorAt('userName') ?? errorAt('userEmail'),
    badDeadline: errorAt('deadline'),
    sending,
    deadline,
    earliest,
    notes,
    setDraft: (next: Reviewer) => write({ draft: next }),
    setDeadline: (next: string) => write({ deadline: next }),
    setNotes: (next: string) => write({ notes: next }),
    add,
    send,
    remove: (email: string) => write({ reviewers: reviewers.filter(({ userEmail }) => userEmail !== email) }),
  };
}

export type ReviewRequest = ReturnType<typeof useRequest>;
