import type { EventType } from '@stagelink/shared/contracts/analytics';
import type { Db } from '../db/db.ts';

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

/** An event whose id is known already changes nothing. */
export async function insert(db: Db, events: EventRow[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    id: event.id,
    event_type: event.eventType,
    event_data: JSON.stringify(event.eventData),
    user_id: event.userId,
    page: event.page,
    user_agent: event.userAgent,
    referrer: event.referrer,
    occurred_at: event.occurredAt,
  }));
  await db('analytics_events').insert(rows).onConflict('id').ignore();
}

export function removeBefore(db: Db, moment: Date): Promise<number> {
  return db('analytics_events').where('occurred_at', '<', moment).delete();
}
