import type { Db } from '../db/db.ts';

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
