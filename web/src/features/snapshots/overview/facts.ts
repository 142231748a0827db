import type { Summary } from '../summaryApi.ts';
import { t } from './copy.ts';

interface Fact {
  text: string;
  tone?: 'danger' | 'warning';
}

const inFull = new Intl.NumberFormat('en');

/** What the overview says in short, the most urgent first; empty where it would only show zeros. */
export function factsOf({
  quickStats: { activeSnapshots, totalViews },
  reviewStatus,
  expiringSoon,
}: Summary): Fact[] {
  const { pending, overdue } = reviewStatus;
  const facts: (Fact | false)[] = [
    overdue > 0 && { text: t('overdueReviews', { count: overdue }), tone: 'danger' },
    expiringSoon.length > 0 && { text: t('expireSoon', { count: expiringSoon.length }), tone: 'warning' },
    pending > 0 && { text: t('pendingReviews', { count: pending }) },
    activeSnapshots > 0 && { text: t('active', { number: inFull.format(activeSnapshots) }) },
    totalViews > 0 && {
      text: t('views', { count: totalViews, views: inFull.format(totalViews) }),
    },
  ];
  return facts.filter((fact) => fact !== false);
}
