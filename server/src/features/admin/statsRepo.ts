import {
  type FigureName,
  FIGURES,
  type Stats,
  SUBSCRIPTION_FILTERS,
} from '@stagelink/shared/contracts/admin';
import { intervalMs, type Period, PERIODS, periodStart } from '@stagelink/shared/domain/periods';
import { ACTIONS } from '../analytics/repo.ts';
import type { Db } from '../../platform/db/db.ts';
import { LIVE_FROM } from './rollupRepo.ts';
import * as sessions from './sessionRepo.ts';
import { EXISTING, HAS_STATUS } from './userRepo.ts';

type Subscriptions = Stats['subscriptions'];
type Totals = Pick<Stats, 'system' | 'subscriptions' | 'estimated'>;

/** Counting takes longer than a page should from this many users on. */
const ESTIMATED_FROM = 100_000;
const HISTORY_DAYS = 30;

/** The conditions of the lists, so that each figure is the length of the list it links to. */
const COUNTS = SUBSCRIPTION_FILTERS.map(
  (name) => `count(*) filter (where ${EXISTING} and ${HAS_STATUS[name]})::int as "${name}"`,
).join(', ');

/** Those without a subscription are too many to count. */
const COUNTED = SUBSCRIPTION_FILTERS.filter((name) => name !== 'free');
/** A query for each, because an index has the accounts by status. */
const COUNTS_APART = COUNTED.map(
  (name) => `(select count(*)::int from users u where ${EXISTING} and ${HAS_STATUS[name]}) as "${name}"`,
).join(', ');

interface Estimate {
  users: number;
  snapshots: number;
}

/** Returns the sizes of the tables as of their last analysis; -1 before the first. */
async function estimate(db: Db): Promise<Estimate> {
  const { rows } = await db.raw<{ rows: [Estimate] }>(
    `select (select reltuples::int from pg_class where oid = 'users'::regclass) as users,
       (select reltuples::int from pg_class where oid = 'snapshots'::regclass) as snapshots`,
  );
  return rows[0];
}

/** Counts accounts, and their snapshots from their counters. */
async function countAll(db: Db): Promise<Omit<Totals, 'estimated'>> {
  const { rows } = await db.raw<{ rows: [Subscriptions & { users: number; snapshots: number }] }>(
    `select count(*) filter (where ${EXISTING})::int as users, ${COUNTS}, coalesce(sum(u.snapshot_count), 0)::int as snapshots
     from users u`,
  );
  const { users: totalUsers, snapshots: totalSnapshots, ...subscriptions } = rows[0];
  return { system: { totalUsers, totalSnapshots, activeSessions: 0 }, subscriptions };
}

/** Counts only accounts with a subscription or the role; the rest is estimated. */
async function countSome(db: Db, { users, snapshots }: Estimate): Promise<Omit<Totals, 'estimated'>> {
  const { rows } = await db.raw<{ rows: [Omit<Subscriptions, 'free'>] }>(`select ${COUNTS_APART}`);
  const subscriptions = rows[0];
  const counted = COUNTED.reduce((sum, name) => sum + subscriptions[name], 0);
  return {
    system: { totalUsers: users, totalSnapshots: snapshots, activeSessions: 0 },
    subscriptions: { ...subscriptions, free: Math.max(0, users - counted) },
  };
}

export async function totals(db: Db): Promise<Totals> {
  const sizes = await estimate(db);
  const isEstimated = sizes.users >= ESTIMATED_FROM;
  const [counted, activeSessions] = await Promise.all([
    isEstimated ? countSome(db, sizes) : countAll(db),
    sessions.count(db),
  ]);
  return {
    ...counted,
    system: { ...counted.system, activeSessions },
    estimated: isEstimated ? ['users', 'snapshots'] : [],
  };
}

/** The totals at the end of the last days. */
export async function history(db: Db): Promise<Stats['history']> {
  const { rows } = await db.raw<{ rows: (Subscriptions & { day: string; snapshots: number })[] }>(
    `select day::text as day, free, trial, active, cancelled, past_due as "pastDue", superadmin, snapshots
     from account_days where day >= (now() at time zone 'utc')::date - ${HISTORY_DAYS} order by day`,
  );
  return rows.map(({ day, snapshots: totalSnapshots, ...subscriptions }) => ({
    day,
    totalUsers: SUBSCRIPTION_FILTERS.reduce((sum, name) => sum + subscriptions[name], 0),
    totalSnapshots,
    subscriptions,
  }));
}

interface IntervalRow {
  type: string;
  /** Counted from the beginning of the period before. */
  at: number;
  events: number;
}

/** Counts events per interval of the period and the one before, rolled up as far as possible. */
async function intervals(db: Db, from: Date, lengthMs: number): Promise<IntervalRow[]> {
  const { rows } = await db.raw<{ rows: IntervalRow[] }>(
    `with counted as (
       select event_type, hour, events from analytics_hourly where hour >= :from and hour < ${LIVE_FROM}
       union all
       select event_type, date_trunc('hour', occurred_at, 'UTC'), ${ACTIONS} from analytics_events as e
       where occurred_at >= greatest(:from, ${LIVE_FROM}) group by 1, 2
     )
     select event_type as type, sum(events)::int as events,
       floor(extract(epoch from hour - :from) * 1000 / :lengthMs)::int as at
     from counted group by 1, 3`,
    { from, lengthMs },
  );
  return rows;
}

export async function period(db: Db, name: Period, now = new Date()): Promise<Stats['period']> {
  const start = periodStart(name, now);
  const [lengthMs, size] = [intervalMs(name), PERIODS[name]];
  const rows = await intervals(db, new Date(start.getTime() - size * lengthMs), lengthMs);
  const figures = (Object.keys(FIGURES) as FigureName[]).map((figure) => {
    const types: readonly string[] = FIGURES[figure];
    const series = Array.from({ length: 2 * size }, () => 0);
    for (const { type, at, events } of rows)
      if (types.length === 0 || types.includes(type)) series[at] = (series[at] ?? 0) + events;
    const sum = (counts: number[]) => counts.reduce((total, each) => total + each, 0);
    return {
      name: figure,
      count: sum(series.slice(size)),
      before: sum(series.slice(0, size)),
      series: series.slice(size, 2 * size),
    };
  });
  return { name, from: start.toISOString(), figures };
}
