import type { EventType } from '@stagelink/shared/contracts/analytics';
import type { Db } from '../../platform/db/db.ts';

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

export function removeBefore(db: Db, moment: Date): Promise<number> {
  return db('analytics_events').where('occurred_at', '<', moment).delete();
}

/** Removes all but the newest `kept` events of these types. */
export async function removeBeyond(db: Db, types: readonly EventType[], kept: number): Promise<number> {
  const ofTypes = () => db('analytics_events').whereIn('event_type', [...types]);
  const firstRemoved = ofTypes().orderBy('occurred_at', 'desc').offset(kept).limit(1).select('occurred_at');
  return ofTypes().where('occurred_at', '<=', firstRemoved).delete();
}
