import { SNAPSHOT_BUCKETS, type Charts } from '@stagelink/shared/contracts/admin';
import type { Db } from '../../platform/db/db.ts';
import { LIVE_FROM, startOf, TODAY } from './rollupRepo.ts';
import { EXISTING } from './userRepo.ts';

const DAYS = 30;
const MONTHS = 12;

const COUNT_DAYS = `
  select (occurred_at at time zone 'utc')::date as day, count(distinct user_id) as users
  from analytics_events
  where user_id is not null`;

/** Days that are not counted yet, such as today, are counted now. */
async function activeUsers(db: Db): Promise<Charts['activeUsers']> {
  const { rows } = await db.raw<{ rows: Charts['activeUsers'] }>(`
    with live as (${COUNT_DAYS}
      and occurred_at >= ${startOf(`greatest((select max(day) from active_days) + 1, ${TODAY} - ${DAYS - 1})`)}
      group by 1)
    select d.day::date::text as day, coalesce(c.users, l.users, 0)::int as count
    from generate_series(${TODAY} - ${DAYS - 1}, ${TODAY}, interval '1 day') as d(day)
      left join active_days c on c.day = d.day::date
      left join live l on l.day = d.day::date
    order by d.day`);
  return rows;
}

/** Counts events, which outlive the accounts; those of the rolled-up hours are counted already. */
async function registrations(db: Db): Promise<Charts['registrations']> {
  const first = `date_trunc('month', ${TODAY}::timestamp) - interval '${MONTHS - 1} months'`;
  const { rows } = await db.raw<{ rows: Charts['registrations'] }>(`
    select to_char(m.month, 'YYYY-MM') as month, coalesce(e.count, 0)::int as count
    from generate_series(${first}, ${TODAY}, interval '1 month') as m(month)
      left join (
        select date_trunc('month', hour at time zone 'utc') as month, sum(events) as count
        from (
          select hour, events from analytics_hourly
          where event_type = 'user_registered' and hour >= (${first}) at time zone 'utc' and hour < ${LIVE_FROM}
          union all
          select occurred_at, 1 from analytics_events
          where event_type = 'user_registered' and occurred_at >= greatest((${first}) at time zone 'utc', ${LIVE_FROM})
        ) as counted
        group by 1) e on e.month = m.month
    order by m.month`);
  return rows;
}

async function snapshotUsage(db: Db): Promise<Charts['snapshotUsage']> {
  const { rows } = await db.raw<{ rows: { bucket: number; count: number }[] }>(`
    select width_bucket(u.snapshot_count, array[6, 11, 21, 51]) as bucket, count(*)::int as count
    from users u where ${EXISTING}
    group by 1`);
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]));
  return SNAPSHOT_BUCKETS.map((bucket, at) => ({ bucket, count: counts.get(at) ?? 0 }));
}

export async function series(
  db: Db,
): Promise<Pick<Charts, 'registrations' | 'activeUsers' | 'snapshotUsage'>> {
  const [months, days, usage] = await Promise.all([registrations(db), activeUsers(db), snapshotUsage(db)]);
  return { registrations: months, activeUsers: days, snapshotUsage: usage };
}
