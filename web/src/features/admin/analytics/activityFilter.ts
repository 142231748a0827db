import { TIME_FILTERS } from '@stagelink/shared/contracts/admin';
import { EventType } from '@stagelink/shared/contracts/analytics';
import { FEED_DEFAULT } from '@stagelink/shared/contracts/limits';
import { intervalMs, type Period, PERIODS, periodStart } from '@stagelink/shared/domain/periods';
import type { ActivityQuery } from '../api.ts';
import { oneOf } from '../useAddress.ts';

export const LIMITS = ['1', '10', '100', '250', '500'] as const;

const ORDERS = ['recent', 'oldest'] as const;
/** The address of all times. */
export const EVERY_TIME = { time: null, from: null, to: null };

/** Filters as the address has them. Moments are in the format of `datetime-local`, in the local time zone. */
export interface ActivityFilter {
  limit: (typeof LIMITS)[number];
  sortBy: (typeof ORDERS)[number];
  time: (typeof TIME_FILTERS)[number];
  from: string;
  to: string;
  types: EventType[];
  user: string;
  page: string;
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const momentAt = (query: URLSearchParams, name: string): string => {
  const text = query.get(name) ?? '';
  return MOMENT.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';
};

/** Reads the address, which people may edit: invalid values are ignored. */
export function readFilter(query: URLSearchParams): ActivityFilter {
  return {
    limit: oneOf(LIMITS, query.get('limit')) ?? (String(FEED_DEFAULT) as '250'),
    sortBy: oneOf(ORDERS, query.get('order')) ?? 'recent',
    time: oneOf(TIME_FILTERS, query.get('time')) ?? 'all',
    from: momentAt(query, 'from'),
    to: momentAt(query, 'to'),
    types: query.getAll('type').flatMap((type) => oneOf(EventType.options, type) ?? []),
    user: query.get('user') ?? '',
    page: query.get('page') ?? '',
  };
}

/** Whether filters may hide events. */
export const hasFilters = ({ time, from, to, types, user, page }: ActivityFilter): boolean =>
  (time !== 'all' && (from !== '' || to !== '')) || types.length > 0 || user !== '' || page !== '';

const iso = (local: string) => (local === '' ? undefined : new Date(local).toISOString());

/** Returns the query of the call. */
export function toQuery(filter: ActivityFilter): ActivityQuery {
  const { limit, sortBy, time, types, user, page } = filter;
  const [from, to] = [iso(filter.from), iso(filter.to)];
  return {
    limit: Number(limit),
    sortBy,
    timeFilterType: time,
    ...(time === 'before' && { timeFilterBefore: to }),
    ...(time === 'after' && { timeFilterAfter: from }),
    ...(time === 'between' && { timeFilterStart: from, timeFilterEnd: to }),
    ...(types.length > 0 && { eventType: types }),
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
  time: 'after',
  from: localMoment(periodStart(period, now)),
  to: null,
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
