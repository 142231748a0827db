import type { ActivityEvent, listActivity } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { FEED_COUNTED } from '@stagelink/shared/contracts/limits';
import type { Knex } from 'knex';
import type { Db } from '../../platform/db/db.ts';
import { beginningWith, countRows, type ListPlace, type Placed, takePage } from '../../platform/db/keyset.ts';

export interface ActivityRow extends Omit<ActivityEvent, 'timestamp'> {
  occurredAt: Date;
}

export interface ActivityFilter {
  from?: string | undefined;
  to?: string | undefined;
  types?: Parsed<typeof listActivity>['eventType'];
  /** Null: without an account. */
  userId?: string | null;
  /** The beginning of the path. */
  page?: string | undefined;
}

function matching(db: Db, { from, to, types, userId, page }: ActivityFilter): Knex.QueryBuilder {
  const query = db('analytics_events as e');
  if (from !== undefined) query.where('e.occurred_at', '>=', from);
  if (to !== undefined) query.where('e.occurred_at', '<', to);
  if (types !== undefined && types.length > 0) query.whereIn('e.event_type', types);
  if (userId === null) query.whereNull('e.user_id');
  else if (userId !== undefined) query.where('e.user_id', userId);
  if (page) query.whereLike('e.page', beginningWith(page));
  return query;
}

/** Picks bare rows first, so that names are joined for the rows of the page only. */
export function page(
  db: Db,
  filter: ActivityFilter,
  { order, limit, place }: { order: 'asc' | 'desc'; limit: number; place: ListPlace | null },
): Promise<(ActivityRow & Placed)[]> {
  const key = { column: 'e.occurred_at', type: 'timestamptz' } as const;
  const picked = matching(db, filter).select('e.*');
  takePage(picked, { key, id: 'e.id', order, limit, place });
  return db(picked.as('e'))
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .orderByRaw(`e.occurred_at ${order}, e.id ${order}`)
    .select({
      id: 'e.id',
      eventType: 'e.event_type',
      eventData: 'e.event_data',
      userId: 'e.user_id',
      userName: 'u.name',
      page: 'e.page',
      occurredAt: 'e.occurred_at',
      sortKey: db.raw('e.occurred_at::text'),
    });
}

/** Counts up to `FEED_COUNTED`: a feed of millions is not read to show a number. */
export function count(db: Db, filter: ActivityFilter): Promise<number> {
  const some = matching(db, filter).select(db.raw('1')).limit(FEED_COUNTED).as('some');
  return countRows(db, db(some));
}

/** Returns the ids of the newest events received since then. */
export const receivedSince = (db: Db, moment: Date): Promise<string[]> =>
  db('analytics_events')
    .where('received_at', '>=', moment)
    .orderBy('received_at', 'desc')
    .limit(200)
    .pluck('id');
