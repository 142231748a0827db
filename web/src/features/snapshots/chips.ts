import { day } from '@stagelink/shared/domain/format';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { t } from './copy.ts';

export interface Chip {
  label: string;
  /** The filters without this one. */
  without: Partial<SnapshotFilters>;
}

/** Labels of review states. */
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

/** Returns a chip for each filter. Search, Show expired and project have their own controls. */
export function chipsOf(question: SnapshotFilters, now: Date): Chip[] {
  const chips: Chip[] = [];
  if (question.status === 'expired') chips.push({ label: t('chipExpired'), without: { status: 'active' } });
  for (const tag of question.tags) {
    const without = { tags: question.tags.filter((each) => each !== tag) };
    chips.push({ label: t('chipTag', { tag }), without });
  }
  if (question.review !== undefined) {
    const status = t(REVIEW[question.review]);
    chips.push({ label: t('chipReview', { status }), without: { review: undefined } });
  }
  for (const [field, label] of DATES) {
    const date = question[field];
    if (date === undefined) continue;
    const shown = day(new Date(`${date}T00:00:00`), now);
    chips.push({ label: t(label, { date: shown }), without: { [field]: undefined } });
  }
  return chips;
}
