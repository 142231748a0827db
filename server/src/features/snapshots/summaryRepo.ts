import { EXPIRING_SOON_DAYS, WIDGET_ITEMS, WIDGET_REVIEW_LINKS } from '@stagelink/shared/contracts/limits';
import type { Db } from '../../platform/db/db.ts';
import { REVIEW_STATUS } from './dashboardRepo.ts';

interface Numbers {
  activeSnapshots: number;
  totalViews: number;
  comments: number;
  reviews: number;
  pendingReviews: number;
  overdueReviews: number;
}

/** The dashboard's numbers, and the ids for its short lists. */
export interface Summary extends Numbers {
  reviewLinks: string[];
  expiringSoon: string[];
  mostViewed: string[];
  recentActivity: string[];
}

// Reads the owner's snapshots once. A review behind an expired link cannot be answered, so it does not count as
// pending.
const SUMMARY = `
  with mine as materialized (
    select id, is_sample, expires_at, expires_at > now() as is_active, view_count, comment_count, last_viewed_at,
      review_deadline as deadline, ${REVIEW_STATUS} as status
    from snapshots s where owner_id = :ownerId and version is not null
  ), requested as materialized (
    select id, is_active, deadline, status from mine where status is not null
  )
  select
    (select count(*) from mine where is_active and not is_sample) as "activeSnapshots",
    (select coalesce(sum(view_count), 0) from mine) as "totalViews",
    (select coalesce(sum(comment_count), 0) from mine) as "comments",
    (select count(*) from requested) as "reviews",
    (select count(*) from requested where is_active and status = 'pending') as "pendingReviews",
    (select count(*) from requested where is_active and status = 'overdue') as "overdueReviews",
    array(
      select id from requested where is_active and status <> 'completed'
      order by status = 'overdue' desc, deadline nulls last, id limit ${WIDGET_REVIEW_LINKS}) as "reviewLinks",
    array(
      select id from mine where is_active and expires_at <= now() + make_interval(days => ${EXPIRING_SOON_DAYS})
      order by expires_at, id limit ${WIDGET_ITEMS}) as "expiringSoon",
    array(
      select id from mine where view_count > 0 order by view_count desc, id limit ${WIDGET_ITEMS}) as "mostViewed",
    array(
      select id from mine where last_viewed_at is not null
      order by last_viewed_at desc, id limit ${WIDGET_ITEMS}) as "recentActivity"`;

export async function read(db: Db, ownerId: string): Promise<Summary> {
  const { rows } = await db.raw<{ rows: [Summary] }>(SUMMARY, { ownerId });
  return rows[0];
}
