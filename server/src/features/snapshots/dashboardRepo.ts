import type { RecentViewer, ReviewSummary } from '@stagelink/shared/contracts/snapshots';
import type { Knex } from 'knex';
import type { Db } from '../../platform/db/db.ts';
import { selection, statement } from '../../platform/db/statement.ts';
import { type LiveSnapshotRow, snapshots } from './repo.ts';

/** A latest viewer; null for a visitor. */
interface Viewer {
  userId: string | null;
  viewedAt: string;
}

/** What only the owner sees of a snapshot. Triggers keep it with the snapshot's row, but for the follow. */
interface OwnerFields {
  /** The newest review, with nulls if none was requested. */
  reviewStatus: ReviewSummary['status'];
  reviewAsked: number | null;
  reviewAnswered: number | null;
  reviewChanges: number | null;
  /** The latest first. */
  recentViewers: RecentViewer[];
  /** Threads that the owner has not read. */
  unreadThreads: number;
  /** Open threads that an agent has to act on, and those that their authors have to confirm. */
  agentThreads: number;
  stagedThreads: number;
  /** Whether the owner follows its comments; null if they never did. */
  following: boolean | null;
}

export type DashboardSnapshot = LiveSnapshotRow & OwnerFields;

/** A passed deadline makes a review overdue only while a reviewer is waited for. */
export const REVIEW_STATUS = `case when not s.review_waits then 'completed'
  when s.review_deadline < now() then 'overdue' when s.review_waits then 'pending' end`;

/** What changes with the snapshot's row only. */
const OWN_COLUMNS: Record<Exclude<keyof OwnerFields, 'reviewStatus' | 'following'>, string> = {
  reviewAsked: 's.review_asked',
  reviewAnswered: 's.review_answered',
  reviewChanges: 's.review_changes',
  recentViewers: 's.recent_viewers',
  // Pending comments alone make no thread unread.
  unreadThreads: 'case when s.comment_count = 0 then 0 else s.unread_threads end',
  agentThreads: 's.agent_threads',
  stagedThreads: 's.staged_threads',
};

export const OWNERS_COLUMNS = selection(OWN_COLUMNS);

/** Selects the owner's follow of snapshot `s`: by the index for each row, however many rows the tables have. */
export const FOLLOWING = `select f.is_active from follows f
  where f.user_id = s.owner_id and f.snapshot_id = s.id and f.comment_id is null and f.is_chosen`;

const OWNERS_VIEW = `${OWNERS_COLUMNS}, ${REVIEW_STATUS} as "reviewStatus", (${FOLLOWING}) as following`;

export type Unnamed<Row> = Omit<Row, 'recentViewers'> & { recentViewers: Viewer[] };

const NAMES = statement<{ id: string; name: string }>(
  'snapshots_viewer_names',
  'select id, name from users where id = any(:ids::uuid[])',
);

/** Adds the present names of viewers with an account. */
export async function withNames<Row extends Pick<OwnerFields, 'recentViewers'>>(
  db: Db,
  rows: Unnamed<Row>[],
): Promise<Row[]> {
  const viewers = rows.flatMap(({ recentViewers }) => recentViewers);
  const ids = [...new Set(viewers.flatMap(({ userId }) => userId ?? []))];
  const users = ids.length === 0 ? [] : await NAMES(db, { ids });
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const present = ({ userId, viewedAt }: Viewer): RecentViewer => ({
    name: (userId !== null && names.get(userId)) || null,
    viewedAt,
  });
  return rows.map((row) => ({ ...row, recentViewers: row.recentViewers.map(present) }) as unknown as Row);
}

/** Published snapshots with what their owner sees. */
async function owned(
  db: Db,
  choose: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<DashboardSnapshot[]> {
  const query = snapshots(db).whereNotNull('s.version').select(db.raw(OWNERS_VIEW));
  return withNames<DashboardSnapshot>(db, (await choose(query)) as Unnamed<DashboardSnapshot>[]);
}

export async function find(db: Db, id: string): Promise<DashboardSnapshot | undefined> {
  const [row] = await owned(db, (query) => query.where('s.id', id));
  return row;
}

export const newestOf = (db: Db, ownerId: string, limit: number): Promise<DashboardSnapshot[]> =>
  owned(db, (query) =>
    query
      .where('s.owner_id', ownerId)
      .orderBy([
        { column: 's.created_at', order: 'desc' },
        { column: 's.id', order: 'desc' },
      ])
      .limit(limit),
  );

export const ofIds = (db: Db, ownerId: string, ids: string[]): Promise<DashboardSnapshot[]> =>
  owned(db, (query) => query.where('s.owner_id', ownerId).whereIn('s.id', ids));
