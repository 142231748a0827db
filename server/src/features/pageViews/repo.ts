import { randomBytes } from 'node:crypto';
import type { Db, Tx } from '../../platform/db/db.ts';

const SALT_BYTES = 32;

/** Returns the day's salt, created by the first process that needs it. */
export async function saltOf(db: Db, day: string): Promise<Buffer> {
  await db('view_salts')
    .insert({ day, salt: randomBytes(SALT_BYTES) })
    .onConflict('day')
    .ignore();
  const row: { salt: Buffer } | undefined = await db('view_salts').where({ day }).first('salt');
  if (!row) throw new Error(`The salt of ${day} is gone`);
  return row.salt;
}

export interface CountedView {
  snapshotId: string;
  day: string;
  visitor: Buffer;
  userId: string | null;
  views: number;
  firstAt: Date;
  lastAt: Date;
}

/** The result of counting a page view. */
export interface ViewCount {
  snapshotId: string;
  ownerId: string;
  userId: string | null;
  /** 0 if it continues a view counted before. */
  views: number;
  lastAt: Date;
}

/** Shorter than Postgres' deadlock timeout, so that in a deadlock this transaction gives way. */
const LOCK_TIMEOUT_MS = 500;

/**
 * Adds page views to the visitors' rows and the snapshots' counts; skips deleted snapshots. Every writer locks the
 * snapshots first, so the rows read here do not change.
 */
export async function count(tx: Tx, looks: CountedView[], sameViewMinutes: number): Promise<ViewCount[]> {
  const ids = [...new Set(looks.map(({ snapshotId }) => snapshotId))];
  await tx.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await tx('snapshots').whereIn('id', ids).orderBy('id').forNoKeyUpdate().select('id');
  const { rows } = await tx.raw<{ rows: ViewCount[] }>(
    `with looks as (
       select l.snapshot_id, l.day, l.visitor, u.id as user_id, s.owner_id, l.first_at, l.last_at,
         v.visitor is null as is_new,
         l.views - case when l.first_at < v.last_viewed_at + make_interval(mins => :sameViewMinutes) then 1 else 0 end
           as views
       from unnest(cast(:ids as text[]), cast(:days as date[]), cast(:visitors as bytea[]), cast(:users as uuid[]), cast(:views as int[]),
           cast(:firsts as timestamptz[]), cast(:lasts as timestamptz[]))
         as l (snapshot_id, day, visitor, user_id, views, first_at, last_at)
       join snapshots s on s.id = l.snapshot_id
       left join users u on u.id = l.user_id
       left join snapshot_views v
         on v.snapshot_id = l.snapshot_id and v.day = l.day and v.visitor = l.visitor
     ), kept as (
       insert into snapshot_views as v (snapshot_id, day, visitor, user_id, views, first_viewed_at, last_viewed_at)
       select snapshot_id, day, visitor, user_id, views, first_at, last_at from looks
       on conflict (snapshot_id, day, visitor) do update set
         views = v.views + excluded.views,
         last_viewed_at = greatest(v.last_viewed_at, excluded.last_viewed_at)
     ), counted as (
       update snapshots s set view_count = s.view_count + l.views, unique_viewers = s.unique_viewers + l.visitors,
         last_viewed_at = greatest(s.last_viewed_at, l.last_at)
       from (
         select snapshot_id, sum(views) as views, count(*) filter (where is_new) as visitors,
           max(last_at) as last_at
         from looks group by snapshot_id
       ) l
       where s.id = l.snapshot_id
     )
     select snapshot_id as "snapshotId", owner_id as "ownerId", user_id as "userId", views, last_at as "lastAt" from looks`,
    {
      sameViewMinutes,
      ids: looks.map(({ snapshotId }) => snapshotId),
      days: looks.map(({ day }) => day),
      visitors: looks.map(({ visitor }) => visitor),
      users: looks.map(({ userId }) => userId),
      views: looks.map(({ views }) => views),
      firsts: looks.map(({ firstAt }) => firstAt),
      lasts: looks.map(({ lastAt }) => lastAt),
    },
  );
  return rows;
}

const PORTION = 1_000;

/** Removes rows of earlier days, also from what snapshots keep of their latest viewers. Returns how many. */
export async function removeBefore(db: Db, day: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { id: string; removed: number }[] }>(
    `with gone as (delete from snapshot_views where day < ? returning snapshot_id)
     select snapshot_id as id, count(*) as removed from gone group by snapshot_id order by snapshot_id`,
    [day],
  );
  for (let at = 0; at < rows.length; at += PORTION) {
    const ids = rows.slice(at, at + PORTION).map(({ id }) => id);
    await db.raw('select refresh_recent_viewers(?::text[])', [ids]);
  }
  return rows.reduce((sum, { removed }) => sum + removed, 0);
}

export function removeSaltsBefore(db: Db, day: string): Promise<number> {
  return db('view_salts').where('day', '<', day).delete();
}
