import type { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Knex } from 'knex';
import type { Db } from '../../platform/db/db.ts';
import { containing, type ListPlace, type Placed, type SortKey, takePage } from '../../platform/db/keyset.ts';
import { isNewestReview, reviewStatus } from '../reviews/repo.ts';
import { owned, type DashboardSnapshot } from './dashboardRepo.ts';

type ListQuery = Parsed<typeof listSnapshots>;

export type ListFilter = Omit<ListQuery, 'sort' | 'order' | 'cursor' | 'limit' | 'tags'> & { tags: string[] };

export type ListedRow = DashboardSnapshot & Placed & { firstFiles: string[] };

interface PageQuery extends ListFilter, Pick<ListQuery, 'sort' | 'order' | 'limit'> {
  /** Where the previous page ended. */
  place: ListPlace | null;
}

const SORT_KEYS = {
  created: { column: 's.created_at', type: 'timestamptz' },
  modified: { column: 's.last_modified_at', type: 'timestamptz' },
  expires: { column: 's.expires_at', type: 'timestamptz' },
  views: { column: 's.view_count', type: 'integer' },
  comments: { column: 's.comment_count', type: 'integer' },
  name: { column: 'lower(s.name) collate people', type: 'text' },
} as const satisfies Record<ListQuery['sort'], SortKey>;

const FOUND = 's.searched like lower(:like)';

const STATUSES = { active: 's.expires_at > now()', expired: 's.expires_at <= now()', all: 'true' };

const REVIEWED = `exists (
  select from reviews r where r.snapshot_id = s.id and ${isNewestReview('r')} and ${reviewStatus('r')} = :review)`;
const NOT_REVIEWED = 'not exists (select from reviews r where r.snapshot_id = s.id)';

/** Returns the condition as SQL, for use in a `where` and in a count's `filter`. */
function matching(db: Db, { search, tags, projectId, review, status, ...dates }: ListFilter): Knex.Raw {
  const conditions = [
    STATUSES[status],
    search !== '' && FOUND,
    tags.length > 0 && 's.tags @> :tags::text[]',
    projectId !== undefined &&
      (projectId === NO_PROJECT ? 's.project_id is null' : 's.project_id = :projectId'),
    review !== undefined && (review === 'none' ? NOT_REVIEWED : REVIEWED),
    dates.createdFrom !== undefined && 's.created_at >= :createdFrom',
    dates.createdTo !== undefined && 's.created_at <= :createdTo',
    dates.expiresFrom !== undefined && 's.expires_at >= :expiresFrom',
    dates.expiresTo !== undefined && 's.expires_at <= :expiresTo',
  ].filter((condition) => condition !== false);
  const given = Object.entries({ like: containing(search), tags, projectId, review, ...dates });
  return db.raw(
    `(${conditions.join(' and ')})`,
    Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  );
}

/** Sorts and limits bare rows first, so that the joins run only for the rows of the page. */
export function page(db: Db, ownerId: string, query: PageQuery): Promise<ListedRow[]> {
  const key = SORT_KEYS[query.sort];
  const picked = db('snapshots as s')
    .select('s.*')
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .where(matching(db, query));
  takePage(picked, { ...query, key, id: 's.id' });
  return owned(db, picked.as('s'))
    .select({ sortKey: db.raw(`(${key.column})::text`), firstFiles: 'v.first_files' })
    .orderByRaw(`${key.column} ${query.order}, s.id ${query.order}`);
}

/** An upload may have begun before, and become a snapshot after. */
const THERE_AT = `s.created_at <= :until and exists (
  select from versions v where v.snapshot_id = s.id and v.created_at <= :until)`;

/** The ids of all matches, of those that were there at a moment if one is given. */
export const idsOf = async (
  db: Db,
  ownerId: string,
  filter: ListFilter,
  until: string | null,
): Promise<string[]> => {
  const rows: { id: string }[] = await db('snapshots as s')
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .where(matching(db, filter))
    .where(until === null ? db.raw('true') : db.raw(THERE_AT, { until }))
    .orderBy('s.id')
    .select({ id: 's.id' });
  return rows.map(({ id }) => id);
};

const AS_OF = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

interface Counts {
  matching: number;
  total: number;
  /** Time by the clock of the database, to the microsecond. */
  asOf: string;
}

export async function counts(db: Db, ownerId: string, filter: ListFilter): Promise<Counts> {
  const [row]: Counts[] = await db('snapshots as s')
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .select({
      asOf: db.raw(AS_OF),
      total: db.raw('count(*)'),
      matching: db.raw('count(*) filter (where ?)', [matching(db, filter)]),
    });
  if (!row) throw new Error('A count has one row');
  return row;
}

/** The most used first. */
export async function tagsOf(db: Db, ownerId: string): Promise<{ tag: string; count: number }[]> {
  const { rows } = await db.raw<{ rows: { tag: string; count: number }[] }>(
    `select tag, count(*) from snapshots cross join unnest(tags) as tag
     where owner_id = ? and version is not null
     group by tag order by count(*) desc, tag`,
    [ownerId],
  );
  return rows;
}
