import type { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Db } from '../../platform/db/db.ts';
import { containing, type ListPlace, type Placed, type SortKey } from '../../platform/db/keyset.ts';
import { statement, statementsByText } from '../../platform/db/statement.ts';
import {
  type DashboardSnapshot,
  FOLLOWING,
  OWNERS_COLUMNS,
  REVIEW_STATUS,
  type Unnamed,
} from './dashboardRepo.ts';
import { selected } from './repo.ts';

type ListQuery = Parsed<typeof listSnapshots>;

type Sort = ListQuery['sort'];

export type ListFilter = Omit<ListQuery, 'sort' | 'order' | 'cursor' | 'limit' | 'tags'> & { tags: string[] };

/** Columns that only the owner's account or a single snapshot needs. */
const NOT_LISTED = [
  'ownerName',
  'ownerDeactivated',
  'capturedFrom',
  'stagedAt',
  'label',
  'lastVersion',
] as const;

/** A snapshot as lists show it to its owner. */
export type ListedSnapshot = Omit<DashboardSnapshot, (typeof NOT_LISTED)[number]>;

/** Its rows in the tables of snapshots and versions: each change of one of them makes it another revision. */
interface Revised {
  id: string;
  revision: string;
}

/** Everything of a listed snapshot that changes with one of these rows only. */
export type KeptRow = Revised & Unnamed<Omit<ListedSnapshot, ChangingField>> & { firstFiles: string[] };

/** Fields that change with time or with other rows. */
type ChangingField = 'reviewStatus' | 'following';

/** A row of a page, without what changes with its revision only. */
export type PageRow = Revised & Placed & Pick<ListedSnapshot, ChangingField>;

export interface PageQuery extends ListFilter, Pick<ListQuery, 'sort' | 'order'> {
  /** How many rows are read. */
  most: number;
  /** Where the previous page ended. */
  place: ListPlace | null;
  /** Among which it is; null if they are many. */
  ids: string[] | null;
}

/** Each has an index that reads an owner's snapshots in its order. */
const SORT_KEYS = {
  created: { column: 's.created_at', type: 'timestamptz' },
  modified: { column: 's.last_modified_at', type: 'timestamptz' },
  expires: { column: 's.expires_at', type: 'timestamptz' },
  views: { column: 's.view_count', type: 'integer' },
  comments: { column: 's.comment_count', type: 'integer' },
  name: { column: 'lower(s.name) collate people', type: 'text' },
} as const satisfies Record<Sort, SortKey>;

const STATUSES = { active: 's.expires_at > now()', expired: 's.expires_at <= now()', all: null };

const REVIEWS = {
  none: 's.review_asked is null',
  completed: 'not s.review_waits',
  pending: `s.review_waits and ${REVIEW_STATUS} = 'pending'`,
  overdue: 's.review_waits and s.review_deadline < now()',
};

/** Returns the conditions as SQL with the values of `valuesOf`. */
function conditionsOf({ search, tags, projectId, review, status, ...dates }: ListFilter): string[] {
  const conditions = [
    STATUSES[status],
    search !== '' && 's.searched like lower(:like)',
    tags.length > 0 && 's.tags @> :tags::text[]',
    projectId !== undefined &&
      (projectId === NO_PROJECT ? 's.project_id is null' : 's.project_id = :projectId'),
    review !== undefined && REVIEWS[review],
    dates.createdFrom !== undefined && 's.created_at >= :createdFrom',
    dates.createdTo !== undefined && 's.created_at <= :createdTo',
    dates.expiresFrom !== undefined && 's.expires_at >= :expiresFrom',
    dates.expiresTo !== undefined && 's.expires_at <= :expiresTo',
  ];
  return [
    's.owner_id = :ownerId',
    's.version is not null',
    ...conditions.filter((one) => typeof one === 'string'),
  ];
}

const valuesOf = (ownerId: string, filter: ListFilter) => ({
  ...filter,
  ownerId,
  like: containing(filter.search),
});

// The last transactions that wrote the two rows.
const REVISION = "s.xmin || ' ' || v.xmin as revision";
const PUBLISHED = 'join versions v on v.snapshot_id = s.id and v.number = s.version';
const pages = statementsByText('snapshots_page', statement<PageRow>);

const EACH = 'select s.*, s.xmin from snapshots s';
// The offset keeps other conditions out: by the owner's indexes, PostgreSQL would look at all of their snapshots.
const KNOWN = `${EACH} where s.id = any(:ids::text[]) offset 0`;

/** Sorts and limits bare rows first, so that the joins run only for the rows of the page. */
export function page(
  db: Db,
  ownerId: string,
  { sort, order, most, place, ids, ...filter }: PageQuery,
): Promise<PageRow[]> {
  const { column, type } = SORT_KEYS[sort];
  const beyond = order === 'asc' ? '>' : '<';
  const conditions = conditionsOf(filter);
  if (place) conditions.push(`(${column}, s.id) ${beyond} (:sortKey::${type}, :id)`);
  const sorted = `order by ${column} ${order}, s.id ${order}`;
  const read = pages(
    `select s.id, ${REVISION}, (${column})::text as "sortKey", ${REVIEW_STATUS} as "reviewStatus",
       (${FOLLOWING}) as following
     from (
       select s.* from (${ids ? KNOWN : EACH}) s where ${conditions.join(' and ')} ${sorted} limit :most) s
     ${PUBLISHED} ${sorted}`,
  );
  return read(db, { ...valuesOf(ownerId, filter), ...place, ids, most });
}

const KEPT = statement<KeptRow>(
  'snapshots_kept',
  `select ${selected(NOT_LISTED)}, ${OWNERS_COLUMNS}, v.first_files as "firstFiles", ${REVISION}
   from snapshots s ${PUBLISHED} where s.id = any(:ids::text[])`,
);

export const keptRows = (db: Db, ids: string[]): Promise<KeptRow[]> => KEPT(db, { ids });

/** An upload may have begun before, and become a snapshot after. */
const THERE_AT = `s.created_at <= :until and exists (
  select from versions v where v.snapshot_id = s.id and v.created_at <= :until)`;

const everyId = statementsByText('snapshots_ids', statement<{ id: string }>);

/** The ids of all matches, of those that were there at a moment if one is given. */
export async function idsOf(
  db: Db,
  ownerId: string,
  filter: ListFilter,
  until: string | null,
): Promise<string[]> {
  const conditions = [...conditionsOf(filter), ...(until === null ? [] : [THERE_AT])];
  const read = everyId(`select s.id from snapshots s where ${conditions.join(' and ')} order by s.id`);
  const rows = await read(db, { ...valuesOf(ownerId, filter), until });
  return rows.map(({ id }) => id);
}

/** Matches up to this many are remembered by id. */
const REMEMBERED_IDS = 2_500;

const AS_OF = `to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export interface Matches {
  matching: number;
  /** Null if they are many. */
  ids: string[] | null;
  /** Time by the clock of the database, to the microsecond. */
  asOf: string;
}

const counts = statementsByText('snapshots_count', statement<Matches>);

/** Counts the matches. */
export async function count(db: Db, ownerId: string, filter: ListFilter): Promise<Matches> {
  const conditions = conditionsOf(filter);
  // The owner, the version and the status alone leave many.
  const ids =
    conditions.length > 3
      ? `case when count(*) <= ${REMEMBERED_IDS} then array_agg(s.id) end`
      : 'null::text[]';
  const read = counts(
    `select ${AS_OF} as "asOf", count(*) as matching, ${ids} as ids
     from snapshots s where ${conditions.join(' and ')}`,
  );
  const [row] = await read(db, valuesOf(ownerId, filter));
  if (!row) throw new Error('A count has one row');
  return row.matching === 0 ? { ...row, ids: [] } : row;
}

export interface OwnersState {
  /** The owner's published snapshots. */
  total: number;
  /** The number of the owner's channel: a change of their lists publishes on it. */
  seq: number;
}

const STATE = statement<OwnersState>(
  'snapshots_state',
  `select u.snapshot_count as total, coalesce((select seq from channels where id = 'user:' || u.id), 0) as seq
   from users u where u.id = :ownerId`,
);

export async function stateOf(db: Db, ownerId: string): Promise<OwnersState> {
  const [row] = await STATE(db, { ownerId });
  return row ?? { total: 0, seq: 0 };
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
