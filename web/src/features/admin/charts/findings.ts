import type { Charts } from '@stagelink/shared/contracts/admin';
import { t } from './copy.ts';

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });
const shortMonth = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dateOf = (text: string) => new Date(`${text}Z`.replace(/^(\d{4}-\d\d)Z$/, '$1-01Z'));

/** Returns “Nov 2026” of `2026-11`. */
export const labelOfMonth = (month: string): string => shortMonth.format(dateOf(month));

/** Returns “24 Nov” of `2026-11-24`. */
export const labelOfDay = (day: string): string => shortDay.format(dateOf(day));

/** Returns “75 %”, or a dash for nothing to compare. */
export const percent = (share: number | null): string =>
  share === null ? t('nothing') : `${Math.round(share * 100)} %`;

/** Returns “+8 %”; null where the past has nothing to compare with. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  const change = Math.round((now / before - 1) * 100);
  return `${change > 0 ? '+' : ''}${change} %`.replace('-', '−');
}

const written = (number: number) => number.toLocaleString('en');

/** Returns the finding of the registrations, such as “412 registrations this month, +8 % on October”. */
export function findRegistrations(months: Charts['registrations']): string {
  const [before, now] = months.slice(-2);
  const count = now?.count ?? 0;
  const finding = t('registrations_found', { count, total: written(count) });
  const change = before ? changeOf(count, before.count) : null;
  if (!before || change === null) return finding;
  return `${finding}, ${t('compared', { change, month: monthName.format(dateOf(before.month)) })}`;
}

export function findActiveUsers(days: Charts['activeUsers']): string {
  const count = days.at(-1)?.count ?? 0;
  const sum = days.reduce((total, each) => total + each.count, 0);
  const average = (sum / Math.max(days.length, 1)).toLocaleString('en', { maximumFractionDigits: 1 });
  return t('activeUsers_found', { count, total: written(count), average });
}

export function findSnapshotUsage(usage: Charts['snapshotUsage']): string {
  const users = usage.reduce((total, each) => total + each.count, 0);
  const few = usage[0]?.count ?? 0;
  return t('snapshotUsage_found', { share: percent(users === 0 ? null : few / users) });
}
