import type { EventType } from '@stagelink/shared/contracts/analytics';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface EventRow {
  id: string;
  eventType: EventType;
  eventData: Record<string, unknown>;
  userId: string | null;
  page: string;
  userAgent: string;
  referrer: string;
  occurredAt: Date;
}

/** Ignores events whose id exists. Passes lists as one parameter each, so their length is not limited. */
export async function insert(db: Db, events: EventRow[]): Promise<void> {
  if (events.length === 0) return;
  await db.raw(
    `insert into analytics_events (id, event_type, event_data, user_id, page, user_agent, referrer, occurred_at)
     select * from unnest(cast(:ids as uuid[]), cast(:types as text[]), cast(:data as jsonb[]), cast(:users as uuid[]),
       cast(:pages as text[]), cast(:agents as text[]), cast(:referrers as text[]), cast(:moments as timestamptz[]))
     on conflict (id) do nothing`,
    {
      ids: events.map(({ id }) => id),
      types: events.map(({ eventType }) => eventType),
      data: events.map(({ eventData }) => JSON.stringify(eventData)),
      users: events.map(({ userId }) => userId),
      pages: events.map(({ page }) => page),
      agents: events.map(({ userAgent }) => userAgent),
      referrers: events.map(({ referrer }) => referrer),
      moments: events.map(({ occurredAt }) => occurredAt),
    },
  );
}

interface SnapshotViews {
  snapshotId: string;
  /** Null without an account. */
  userId: string | null;
  views: number;
  lastAt: Date;
}

/**
 * Adds page views to one event per snapshot and hour, of each user and of all visitors without an account: a flood
 * adds no rows. A changed event counts as received again, so that its hour is rolled up again.
 */
export async function addViews(tx: Tx, views: SnapshotViews[]): Promise<void> {
  if (views.length === 0) return;
  await tx.raw(
    `insert into analytics_events as e (id, event_type, event_data, user_id, occurred_at)
     select cast(md5(concat_ws(' ', snapshot_id, user_id, extract(epoch from hour))) as uuid), 'snapshot_viewed',
       jsonb_build_object('snapshotId', snapshot_id, 'views', sum(views)), user_id, min(last_at)
     from (
       select *, date_trunc('hour', last_at, 'UTC') as hour
       from unnest(cast(:ids as text[]), cast(:users as uuid[]), cast(:views as int[]), cast(:moments as timestamptz[]))
         as v (snapshot_id, user_id, views, last_at)
     ) v
     group by snapshot_id, user_id, hour
     order by 1
     on conflict (id) do update set received_at = now(), event_data = e.event_data || jsonb_build_object(
       'views', cast(e.event_data->>'views' as int) + cast(excluded.event_data->>'views' as int))
     where e.event_type = 'snapshot_viewed'`,
    {
      ids: views.map(({ snapshotId }) => snapshotId),
      users: views.map(({ userId }) => userId),
      views: views.map((each) => each.views),
      moments: views.map(({ lastAt }) => lastAt),
    },
  );
}

/** SQL: how many actions the events `e` of a group stand for. */
export const ACTIONS = `sum(case e.event_type when 'snapshot_viewed' then coalesce(cast(e.event_data->>'views' as int), 1) else 1 end)`;

export function removeBefore(db: Db, moment: Date): Promise<number> {
  return db('analytics_events').where('occurred_at', '<', moment).delete();
}

/** Removes all but the newest `kept` events of these types. */
export async function removeBeyond(db: Db, types: readonly EventType[], kept: number): Promise<number> {
  const ofTypes = () => db('analytics_events').whereIn('event_type', [...types]);
  const firstRemoved = ofTypes().orderBy('occurred_at', 'desc').offset(kept).limit(1).select('occurred_at');
  return ofTypes().where('occurred_at', '<=', firstRemoved).delete();
}
