import type { ListQuestion } from '../../../data/listQuestion.ts';
import { day } from '../../../ui/times.ts';
import { t } from '../../../words/filters.ts';

export interface Chip {
  label: string;
  /** What is asked for without it. */
  without: Partial<ListQuestion>;
}

/** What each state of a review is called in a filter. */
export const REVIEW = {
  none: 'reviewNone',
  pending: 'reviewPending',
  completed: 'reviewCompleted',
  overdue: 'reviewOverdue',
} as const;

const DATES = [
  ['createdFrom', 'chipCreatedFrom'],
  ['createdTo', 'chipCreatedTo'],
  ['expiresFrom', 'chipExpiresFrom'],
  ['expiresTo', 'chipExpiresTo'],
] as const;

/** What narrows the list, one by one. The search, Show expired and the project stand where they were chosen. */
export function chipsOf(question: ListQuestion, now: Date): Chip[] {
  const chips: Chip[] = [];
  if (question.status === 'expired') chips.push({ label: t('chipExpired'), without: { status: 'active' } });
  for (const tag of question.tags) {
    const without = { tags: question.tags.filter((each) => each !== tag) };
    chips.push({ label: t('chipTag', { tag }), without });
  }
  if (question.review !== null) {
    const status = t(REVIEW[question.review]);
    chips.push({ label: t('chipReview', { status }), without: { review: null } });
  }
  for (const [field, label] of DATES) {
    const date = question[field];
    if (date === null) continue;
    const shown = day(new Date(`${date}T00:00:00`), now);
    chips.push({ label: t(label, { date: shown }), without: { [field]: null } });
  }
  return chips;
}
