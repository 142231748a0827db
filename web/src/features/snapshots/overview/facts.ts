import type { Summary } from '../api.ts';
import { t } from './copy.ts';

interface Fact {
  text: string;
  tone?: 'danger' | 'warning';
}

const inFull = new Intl.NumberFormat('en');

/** Says how many are left where the plan's limit is near or reached. */
function activeFact(active: number, most: number | null): Fact {
  const number = inFull.format(active);
  if (most === null || active < most - 1) return { text: t('active', { number }) };
  return { text: t('activeOf', { number, most }), ...(active < most ? {} : { tone: 'warning' }) };
}

/**
 * What the overview says in short, the most urgent first; empty where it would only show zeros. `most` is the
 * plan's limit of active snapshots; null without one.
 */
export function factsOf(
  { quickStats: { activeSnapshots, totalViews }, reviewStatus, expiringSoon }: Summary,
  most: number | null,
): Fact[] {
  const { pending, overdue } = reviewStatus;
  const facts: (Fact | false)[] = [
    overdue > 0 && { text: t('overdueReviews', { count: overdue }), tone: 'danger' },
    expiringSoon.length > 0 && { text: t('expireSoon', { count: expiringSoon.length }), tone: 'warning' },
    pending > 0 && { text: t('pendingReviews', { count: pending }) },
    activeSnapshots > 0 && activeFact(activeSnapshots, most),
    totalViews > 0 && {
      text: t('views', { count: totalViews, views: inFull.format(totalViews) }),
    },
  ];
  return facts.filter((fact) => fact !== false);
}
