import {
  type FigureName,
  FIGURES,
  type Stats,
  SUBSCRIPTION_FILTERS,
  type SubscriptionFilter,
} from '@stagelink/shared/contracts/admin';
import { type Period, PERIODS } from '@stagelink/shared/domain/periods';
import { changeOf } from '../charts/findings.ts';
import { localMoment } from './activityFilter.ts';
import { t } from './copy.ts';

/** A figure as a card shows it. */
export interface Card {
  label: string;
  count: number;
  isEstimated?: boolean;
  /** Null where nothing is known of the time before. */
  before: number | null;
  series: readonly number[];
  /** The list that it counts. */
  to: string;
}

type Day = Stats['history'][number];

const daysOf = (period: Period) => (period === '24h' ? 1 : PERIODS[period]);
/** One day has no course. */
const shownDays = (period: Period) => (period === '24h' ? PERIODS['7d'] : PERIODS[period]);
const DAY_MS = 86_400_000;

/** Returns the total as it was when the period began, and its course until now. */
function pastOf(
  { history }: Stats,
  { period, read, count, now }: { period: Period; read: (day: Day) => number; count: number; now: Date },
): Pick<Card, 'before' | 'series'> {
  const dayAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const begun = history.find(({ day }) => day === dayAgo(daysOf(period)));
  const shown = history.filter(({ day }) => day >= dayAgo(shownDays(period)));
  return { before: begun ? read(begun) : null, series: [...shown.map(read), count] };
}

interface CardsOf {
  stats: Stats;
  period: Period;
  now: Date;
}

export function systemCards({ stats, period, now }: CardsOf): Card[] {
  const { totalUsers, totalSnapshots, activeSessions } = stats.system;
  return [
    {
      label: t('totalUsers'),
      count: totalUsers,
      isEstimated: stats.estimated.includes('users'),
      ...pastOf(stats, { period, read: (day) => day.totalUsers, count: totalUsers, now }),
      to: '/admin',
    },
    {
      label: t('totalSnapshots'),
      count: totalSnapshots,
      isEstimated: stats.estimated.includes('snapshots'),
      ...pastOf(stats, { period, read: (day) => day.totalSnapshots, count: totalSnapshots, now }),
      to: '/admin?tab=snapshots',
    },
    {
      label: t('activeSessions'),
      count: activeSessions,
      before: null,
      series: [],
      to: '/admin?tab=analytics&view=sessions',
    },
  ];
}

export const subscriptionCards = ({ stats, period, now }: CardsOf): Card[] =>
  SUBSCRIPTION_FILTERS.map((name: SubscriptionFilter) => {
    const count = stats.subscriptions[name];
    return {
      label: t(name),
      count,
      isEstimated: name === 'free' && stats.estimated.includes('users'),
      ...pastOf(stats, { period, read: (day) => day.subscriptions[name], count, now }),
      to: `/admin?subscription=${name}`,
    };
  });

/** The feed with the events that a figure counts. */
function feedOf(name: FigureName, from: string): string {
  const query = new URLSearchParams({ tab: 'analytics', time: 'after', from: localMoment(new Date(from)) });
  for (const type of FIGURES[name]) query.append('type', type);
  return `/admin?${query}`;
}

export const periodCards = ({ period: { from, figures } }: Stats): Card[] =>
  figures.map(({ name, count, before, series }) => ({
    label: t(`figure_${name}`),
    count,
    before,
    series,
    to: feedOf(name, from),
  }));

/** Returns “+33 % on 9”; “as many before”, or “0 before” where there is no share to name. */
export function comparison(count: number, before: number): string {
  if (count === before && count > 0) return t('same');
  const change = changeOf(count, before);
  const written = before.toLocaleString('en');
  return change === null
    ? t('before_figure', { before: written })
    : t('changed', { change, before: written });
}
