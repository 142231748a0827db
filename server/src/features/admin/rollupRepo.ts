import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import { ACTIONS } from '../analytics/repo.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { EXISTING, HAS_STATUS } from './userRepo.ts';

const NAME = 'analytics';

/** Transactions that began before the last rollup may have committed after it. */
const OVERLAP = `interval '10 minutes'`;

export const TODAY = `(now() at time zone 'utc')::date`;
export const startOf = (day: string) => `(${day})::timestamp at time zone 'utc'`;

/** Events received from then on are not rolled up yet. */
const UNROLLED_FROM = `coalesce((select rolled_until from analytics_rollups where name = '${NAME}'), '-infinity')`;

/** The first hour that figures count live: it was running during the last rollup. */
export const LIVE_FROM = `date_trunc('hour', ${UNROLLED_FROM}, 'UTC')`;

const RECEIVED = `select distinct date_trunc('hour', occurred_at, 'UTC') as hour
  from analytics_events where received_at >= ${UNROLLED_FROM} - ${OVERLAP}`;

/** Counts the hours again that events were received for, however late. Pruned events stay counted. */
async function rollUpHours(tx: Tx): Promise<number> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(`
    insert into analytics_hourly (hour, event_type, events)
    select h.hour, e.event_type, ${ACTIONS}
    from (${RECEIVED}) as h
      join analytics_events e on e.occurred_at >= h.hour and e.occurred_at < h.hour + interval '1 hour'
    group by 1, 2
    on conflict (event_type, hour) do update set events = greatest(analytics_hourly.events, excluded.events)`);
  return rowCount;
}

/** The same for the active users of days before today. */
async function rollUpDays(tx: Tx): Promise<void> {
  await tx.raw(`
    insert into active_days (day, users)
    select d.day, count(distinct e.user_id)
    from (select distinct (hour at time zone 'utc')::date as day from (${RECEIVED}) as h) as d
      join analytics_events e on e.occurred_at >= ${startOf('d.day')}
        and e.occurred_at < ${startOf('d.day + 1')} and e.user_id is not null
    where d.day < ${TODAY}
    group by 1
    on conflict (day) do update set users = greatest(active_days.users, excluded.users)`);
}

/** Keeps the accounts as yesterday ended, so that a deleted account does not change the past. */
async function keepAccounts(tx: Tx): Promise<void> {
  const ofUsers = Object.values(HAS_STATUS).map((isIt) => `count(*) filter (where ${EXISTING} and ${isIt})`);
  await tx.raw(`
    insert into account_days (day, free, trial, active, cancelled, past_due, superadmin, snapshots, active_snapshots, registered)
    select ${TODAY} - 1, ${ofUsers.join(', ')}, sum(u.snapshot_count),
      (select count(*) from snapshots
       where version is not null and expires_at > now() and owner_id <> '${UNCLAIMED_OWNER.id}'),
      (select coalesce(sum(events), 0) from analytics_hourly where event_type = 'user_registered'
         and hour >= ${startOf(`${TODAY} - 1`)} and hour < ${startOf(TODAY)})
    from users u
    where not exists (select from account_days where day = ${TODAY} - 1)
    having count(*) > 0
    on conflict (day) do nothing`);
}

/** Rolls up what was received since the last time. Returns the number of counted hours per event type. */
export function rollUp(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const hours = await rollUpHours(tx);
    await rollUpDays(tx);
    await keepAccounts(tx);
    await tx.raw(
      `insert into analytics_rollups (name, rolled_until) values ('${NAME}', now())
       on conflict (name) do update set rolled_until = greatest(analytics_rollups.rolled_until, excluded.rolled_until)`,
    );
    return hours;
  });
}
