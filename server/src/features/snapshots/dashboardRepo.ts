import type { RecentViewer, ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import type { Knex } from 'knex';
import type { Db } from '../../platform/db/db.ts';
import { UNREAD_THREADS } from '../comments/readRepo.ts';
import { reviewSummary } from '../reviews/repo.ts';
import { type LiveSnapshotRow, snapshots } from './repo.ts';

/** What only the owner sees of a snapshot. */
interface OwnerFields {
  /** Null if no review was requested. */
  review: Omit<ReviewSummary, 'isRequested'> | null;
  /** The latest first. */
  recentViewers: RecentViewer[];
  /** Threads that the owner has not read. */
  unreadThreads: number;
  /** Whether the owner follows its comments; null if they never did. */
  following: boolean | null;
}

export type DashboardSnapshot = LiveSnapshotRow & OwnerFields;

const RECENT_VIEWERS = 5;
/** Daily visitors have many rows; this many are read to find distinct people. */
const RECENT_LOOKS = 20;

/** The format of JavaScript's `toISOString`. */
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

const RECENT = `(
  select coalesce(
    json_agg(
      json_build_object(
        'name', (select u.name from users u where u.id = viewers.user_id),
        'viewedAt', to_char(viewed_at at time zone 'utc', '${ISO}'))
      order by viewed_at desc),
    '[]')
  from (
    select user_id, max(last_viewed_at) as viewed_at
    from (
      select user_id, visitor, last_viewed_at from snapshot_views
      where snapshot_id = s.id order by last_viewed_at desc limit ${RECENT_LOOKS}
    ) looks
    group by user_id, case when user_id is null then visitor end
    order by viewed_at desc limit ${RECENT_VIEWERS}
  ) viewers)`;

const FOLLOWING = `(
  select f.is_active from follows f
  where f.user_id = s.owner_id and f.snapshot_id = s.id and f.comment_id is null and f.is_chosen)`;

const OWNERS_VIEW = `${reviewSummary('s')} as review, ${RECENT} as "recentViewers", ${FOLLOWING} as following, ${UNREAD_THREADS} as "unreadThreads"`;

/** Published snapshots with what their owner sees. */
export const owned = (db: Db, from?: Knex.QueryBuilder) =>
  snapshots(db, from).whereNotNull('s.version').select(db.raw(OWNERS_VIEW));

export const find = (db: Db, id: string): Promise<DashboardSnapshot | undefined> =>
  owned(db).where('s.id', id).first();

export const newestOf = (db: Db, ownerId: string, limit: number): Promise<DashboardSnapshot[]> =>
  owned(db)
    .where('s.owner_id', ownerId)
    .orderBy([
      { column: 's.created_at', order: 'desc' },
      { column: 's.id', order: 'desc' },
    ])
    .limit(limit);

export const ofIds = (db: Db, ownerId: string, ids: string[]): Promise<DashboardSnapshot[]> =>
  owned(db).where('s.owner_id', ownerId).whereIn('s.id', ids);
