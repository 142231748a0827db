import type { SnapshotFile } from '@stagelink/shared/contracts/snapshots';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Db, Tx } from '../db/db.ts';

export interface SnapshotRow {
  id: string;
  ownerId: string;
  ownerDeactivated: boolean;
  projectId: string | null;
  label: string;
  name: string;
  description: string;
  clientName: string;
  tags: string[];
  passwordSealed: Buffer | null;
  passwordRevision: number;
  /** Null until the first version is finalized. */
  version: number | null;
  totalBytes: number | null;
  fileCount: number | null;
  viewCount: number;
  uniqueViewers: number;
  commentCount: number;
  createdAt: Date;
  updatedAt: Date;
  lastModifiedAt: Date;
  expiresAt: Date;
}

/** A snapshot whose link shows something. */
export type LiveSnapshotRow = SnapshotRow & { version: number; totalBytes: number; fileCount: number };

export const isLive = (row: SnapshotRow | undefined): row is LiveSnapshotRow => row?.version != null;

/** What can be changed of a snapshot; what is left out stays. */
export type SnapshotPatch = {
  [
    Field in
      | 'name'
      | 'description'
      | 'clientName'
      | 'tags'
      | 'projectId'
      | 'passwordSealed'
      | 'version'
      | 'expiresAt'
  ]?: SnapshotRow[Field] | undefined;
};

const columns = {
  id: 's.id',
  ownerId: 's.owner_id',
  projectId: 's.project_id',
  label: 's.label',
  name: 's.name',
  description: 's.description',
  clientName: 's.client_name',
  tags: 's.tags',
  passwordSealed: 's.password_sealed',
  passwordRevision: 's.password_revision',
  version: 's.version',
  totalBytes: 'v.total_bytes',
  fileCount: 'v.file_count',
  viewCount: 's.view_count',
  uniqueViewers: 's.unique_viewers',
  commentCount: 's.comment_count',
  createdAt: 's.created_at',
  updatedAt: 's.updated_at',
  lastModifiedAt: 's.last_modified_at',
  expiresAt: 's.expires_at',
} satisfies Record<Exclude<keyof SnapshotRow, 'ownerDeactivated'>, string>;

const snapshots = (db: Db) =>
  db('snapshots as s')
    .join('users as u', 'u.id', 's.owner_id')
    .leftJoin('versions as v', (on) => on.on('v.snapshot_id', 's.id').andOn('v.number', 's.version'))
    .select(columns)
    .select({ ownerDeactivated: db.raw('u.deactivated_at is not null') });

export const find = (db: Db, id: string): Promise<SnapshotRow | undefined> =>
  snapshots(db).where('s.id', id).first();

export const newestOf = (db: Db, ownerId: string, limit: number): Promise<LiveSnapshotRow[]> =>
  snapshots(db)
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .orderBy([
      { column: 's.created_at', order: 'desc' },
      { column: 's.id', order: 'desc' },
    ])
    .limit(limit);

/** Holds the snapshot until the transaction ends, so that changes of it happen one after the other. */
export async function lock(tx: Tx, id: string): Promise<SnapshotRow | undefined> {
  const held: unknown = await tx('snapshots').where({ id }).forNoKeyUpdate().first('id');
  return held === undefined ? undefined : find(tx, id);
}

/** Only there when it is this owner's. */
export async function hasProject(db: Db, ownerId: string, projectId: string): Promise<boolean> {
  return (await db('projects').where({ id: projectId, owner_id: ownerId }).first('id')) !== undefined;
}

export async function insert(
  tx: Tx,
  row: Pick<SnapshotRow, 'id' | 'ownerId' | 'label' | 'name' | 'expiresAt'>,
): Promise<void> {
  await tx('snapshots').insert({
    id: row.id,
    owner_id: row.ownerId,
    label: row.label,
    name: row.name,
    expires_at: row.expiresAt,
  });
}

export async function update(tx: Tx, id: string, patch: SnapshotPatch): Promise<void> {
  const changed = {
    name: patch.name,
    description: patch.description,
    client_name: patch.clientName,
    tags: patch.tags,
    project_id: patch.projectId,
    password_sealed: patch.passwordSealed,
    // A new revision ends what the old password has opened.
    password_revision: patch.passwordSealed === undefined ? undefined : tx.raw('password_revision + 1'),
    version: patch.version,
    last_modified_at: patch.version === undefined ? undefined : tx.fn.now(),
    expires_at: patch.expiresAt,
    updated_at: tx.fn.now(),
  };
  const said = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
  await tx('snapshots').where({ id }).update(said);
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('snapshots').where({ id }).delete();
}

/** Adds days to what is left, but never goes past `maxDays` from now; what lasts longer already is not cut. */
export async function extend(tx: Tx, id: string, days: number, maxDays: number): Promise<void> {
  await tx('snapshots')
    .where({ id })
    .update({
      expires_at: tx.raw(
        `greatest(expires_at, least(greatest(expires_at, now()) + make_interval(days => ?), now() + make_interval(days => ?)))`,
        [days, maxDays],
      ),
      updated_at: tx.fn.now(),
    });
}

/** Snapshots of this owner that can be opened. */
export async function countActive(tx: Tx, ownerId: string): Promise<number> {
  const row: { count: number } | undefined = await tx('snapshots')
    .where({ owner_id: ownerId })
    .whereNotNull('version')
    .where('expires_at', '>', tx.fn.now())
    .first({ count: tx.raw('count(*)') });
  return row?.count ?? 0;
}

/** Holds the owner's row, so that two acts that count against one limit cannot both see room for themselves. */
export async function lockOwner(tx: Tx, ownerId: string): Promise<void> {
  await tx('users').where({ id: ownerId }).forNoKeyUpdate().first('id');
}

export async function countView(db: Db, id: string): Promise<void> {
  await db('snapshots').where({ id }).increment('view_count', 1);
}

export async function filesOf(db: Db, id: string, version: number): Promise<Omit<SnapshotFile, 'type'>[]> {
  const row: { manifest: ManifestFile[] } | undefined = await db('versions')
    .where({ snapshot_id: id, number: version })
    .first('manifest');
  return (row?.manifest ?? []).map(({ path, size }) => ({ name: path, size }));
}

export interface ListFilter {
  search: string;
  /** Also those that have expired. */
  expired: boolean;
}

/** A row's place in a list: the value it is sorted by, as text that loses nothing, and its id. */
export interface ListPlace {
  sortKey: string;
  id: string;
}

export type ListedRow = LiveSnapshotRow & ListPlace;

interface PageQuery extends ListFilter {
  sort: 'created' | 'expires' | 'views' | 'name';
  order: 'asc' | 'desc';
  /** Where the page before ended. */
  place: ListPlace | null;
  limit: number;
}

const SORT_KEYS = {
  created: { column: 's.created_at', type: 'timestamptz' },
  expires: { column: 's.expires_at', type: 'timestamptz' },
  views: { column: 's.view_count', type: 'integer' },
  name: { column: 'lower(s.name)', type: 'text' },
} as const;

const literally = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`;

/** The condition as SQL, so that it can stand in a `where` and in a count's `filter`. */
function matching(db: Db, { search, expired }: ListFilter) {
  const words =
    search === ''
      ? 'true'
      : `(s.name ilike :like or s.id ilike :like or s.description ilike :like
    or exists (select from unnest(s.tags) as tag where tag ilike :like))`;
  return db.raw(`(${words} and (:expired or s.expires_at > now()))`, { like: literally(search), expired });
}

export function page(db: Db, ownerId: string, query: PageQuery): Promise<ListedRow[]> {
  const { column, type } = SORT_KEYS[query.sort];
  const rows = snapshots(db)
    .select({ sortKey: db.raw(`(${column})::text`) })
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .where(matching(db, query))
    .orderByRaw(`${column} ${query.order}, s.id ${query.order}`)
    .limit(query.limit);
  if (!query.place) return rows;
  const beyond = query.order === 'asc' ? '>' : '<';
  return rows.whereRaw(`(${column}, s.id) ${beyond} (?::${type}, ?)`, [query.place.sortKey, query.place.id]);
}

export async function counts(
  db: Db,
  ownerId: string,
  filter: ListFilter,
): Promise<{ matching: number; total: number }> {
  const row: { matching: number; total: number } | undefined = await db('snapshots as s')
    .where('s.owner_id', ownerId)
    .whereNotNull('s.version')
    .first({
      total: db.raw('count(*)'),
      matching: db.raw('count(*) filter (where ?)', [matching(db, filter)]),
    });
  return row ?? { matching: 0, total: 0 };
}
