import type { AdminSnapshot, listAllSnapshots } from '@stagelink/shared/contracts/admin';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { LISTED_FILES } from '@stagelink/shared/contracts/limits';
import type { ManifestFile } from '@stagelink/shared/contracts/staging';
import type { Knex } from 'knex';
import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  containing,
  countRows,
  type ListPlace,
  type Placed,
  type SortKey,
  takePage,
} from '../../platform/db/keyset.ts';

export interface AdminSnapshotRow extends Pick<
  AdminSnapshot,
  'id' | 'name' | 'ownerUid' | 'ownerName' | 'ownerEmail' | 'totalBytes' | 'fileCount'
> {
  isUnclaimed: boolean;
  isProtected: boolean;
  createdAt: Date;
  expiresAt: Date;
}

type SnapshotQuery = Parsed<typeof listAllSnapshots>;
type SnapshotFilter = Pick<SnapshotQuery, 'q' | 'owner' | 'status'>;

const SORT_KEYS = {
  created: { column: 's.created_at', type: 'timestamptz' },
  expires: { column: 's.expires_at', type: 'timestamptz' },
  size: { column: 'v.total_bytes', type: 'bigint' },
  name: { column: 'lower(s.name) collate people', type: 'text' },
} as const satisfies Record<SnapshotQuery['sort'], SortKey>;

const UNCLAIMED = `s.owner_id = '${UNCLAIMED_OWNER.id}'`;

/** Unclaimed snapshots have a list of their own and count in no figure. */
const STATUSES = {
  active: `not ${UNCLAIMED} and s.expires_at > now()`,
  expired: `not ${UNCLAIMED} and s.expires_at <= now()`,
  unclaimed: UNCLAIMED,
};

/** What a total counts: published snapshots. */
const PUBLISHED = 's.version is not null';

/** A part for each table, so that each can use its index. */
const FOUND = `s.id in (
  select :q union all
  select id from snapshots where name ilike :like union all
  select snapshots.id from snapshots join users on users.id = owner_id
  where users.name ilike :like or users.email ilike :like)`;

function matching(db: Db, { q, owner, status }: SnapshotFilter): Knex.Raw {
  const conditions = [
    PUBLISHED,
    ...(q === '' ? [] : [FOUND]),
    ...(owner === undefined ? [] : ['s.owner_id = :owner']),
    status === undefined ? `not ${UNCLAIMED}` : STATUSES[status],
  ];
  return db.raw(`(${conditions.join(' and ')})`, {
    ...(q !== '' && { q, like: containing(q) }),
    ...(owner !== undefined && { owner }),
  });
}

const published = (db: Db, filter: SnapshotFilter) =>
  db('snapshots as s')
    .join('users as u', 'u.id', 's.owner_id')
    .join('versions as v', (on) => on.on('v.snapshot_id', 's.id').andOn('v.number', 's.version'))
    .where(matching(db, filter));

export function page(
  db: Db,
  query: SnapshotQuery,
  place: ListPlace | null,
): Promise<(AdminSnapshotRow & Placed)[]> {
  const key = SORT_KEYS[query.sort];
  const rows = published(db, query).select({
    id: 's.id',
    name: 's.name',
    ownerUid: 's.owner_id',
    ownerName: 'u.name',
    ownerEmail: 'u.email',
    totalBytes: 'v.total_bytes',
    fileCount: 'v.file_count',
    isUnclaimed: db.raw(UNCLAIMED),
    isProtected: db.raw('s.password_sealed is not null'),
    createdAt: 's.created_at',
    expiresAt: 's.expires_at',
    sortKey: db.raw(`(${key.column})::text`),
  });
  takePage(rows, { ...query, key, id: 's.id', place });
  return rows;
}

/** Returns the first files of these snapshots, by id. */
export async function firstFilesOf(db: Db, ids: string[]): Promise<Map<string, ManifestFile[]>> {
  const rows: { id: string; files: ManifestFile[] }[] = await db('snapshots as s')
    .join('versions as v', (on) => on.on('v.snapshot_id', 's.id').andOn('v.number', 's.version'))
    .whereIn('s.id', ids)
    .select('s.id', {
      files: db.raw('jsonb_path_query_array(v.manifest, ?::jsonpath)', [`$[0 to ${LISTED_FILES - 1}]`]),
    });
  return new Map(rows.map(({ id, files }) => [id, files]));
}

export const count = (db: Db, filter: SnapshotFilter): Promise<number> =>
  countRows(db, published(db, filter));
