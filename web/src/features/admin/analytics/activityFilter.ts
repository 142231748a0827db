import { TIME_FILTERS } from '@stagelink/shared/contracts/admin';
import { EventType } from '@stagelink/shared/contracts/analytics';
import { FEED_DEFAULT } from '@stagelink/shared/contracts/limits';
import { intervalMs, type Period, PERIODS, periodStart } from '@stagelink/shared/domain/periods';
import type { ActivityQuery } from '../api.ts';
import { field, type Field, listState, text, wordOf } from '../../../lib/listState.ts';

export const LIMITS = ['1', '10', '100', '250', '500'] as const;

const LOCAL_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const isLocalMoment = (typed: string) => LOCAL_MOMENT.test(typed) && !Number.isNaN(Date.parse(typed));

/** A moment as `datetime-local` has it, in the local time zone; empty for none. */
const moment = field<string>((typed) => (isLocalMoment(typed) ? typed : undefined), '');

/** The address repeats the name. */
const types: Field<readonly EventType[]> = {
  read: (typed) => typed.flatMap((each) => EventType.options.find((type) => type === each) ?? []),
  write: (chosen) => chosen,
};

/** The filters of the feed, as the address has them. */
export const activityFeed = listState({
  limit: wordOf(LIMITS, `${FEED_DEFAULT}`),
  order: wordOf(['recent', 'oldest'], 'recent'),
  time: wordOf(TIME_FILTERS, 'all'),
  from: moment,
  to: moment,
  type: types,
  user: text,
  page: text,
});

export type ActivityFilter = ReturnType<typeof activityFeed.read>;

/** The filter of all times. */
export const EVERY_TIME = { time: 'all', from: '', to: '' } as const satisfies Partial<ActivityFilter>;

/** Whether filters may hide events. */
export const hasFilters = ({ time, from, to, type, user, page }: ActivityFilter): boolean =>
  (time !== 'all' && (from !== '' || to !== '')) || type.length > 0 || user !== '' || page !== '';

const iso = (local: string) => (local === '' ? undefined : new Date(local).toISOString());

/** Returns the query of the call. */
export function toQuery(filter: ActivityFilter): ActivityQuery {
  const { limit, order, time, type, user, page } = filter;
  const [from, to] = [iso(filter.from), iso(filter.to)];
  return {
    limit: Number(limit),
    sortBy: order,
    timeFilterType: time,
    ...(time === 'before' && { timeFilterBefore: to }),
    ...(time === 'after' && { timeFilterAfter: from }),
    ...(time === 'between' && { timeFilterStart: from, timeFilterEnd: to }),
    ...(type.length > 0 && { eventType: [...type] }),
    ...(user !== '' && { userId: user }),
    ...(page !== '' && { page }),
  };
}

/** Returns a moment in the format of `datetime-local`. */
export function localMoment(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** The address of a period that ends now. */
export const periodChange = (period: Period, now: Date) => ({
  time: 'after' as const,
  from: localMoment(periodStart(period, now)),
  to: '',
});

/** Returns the period that the filter shows; one that was chosen an hour or a day ago is still shown. */
export function periodOf({ time, from }: ActivityFilter, now: Date): Period | null {
  if (time !== 'after' || from === '') return null;
  const begun = Date.parse(from);
  const periods = Object.keys(PERIODS) as Period[];
  const isChosen = (period: Period) => {
    const late = periodStart(period, now).getTime() - begun;
    return late >= 0 && late <= intervalMs(period);
  };
  return periods.find(isChosen) ?? null;
}
