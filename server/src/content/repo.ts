import type { Db } from '../db/db.ts';

/** What the content origin needs to know of a snapshot to answer, with the files of one version. */
export interface SiteRow {
  snapshotId: string;
  isProtected: boolean;
  passwordRevision: number;
  expiresAt: Date;
  ownerIsActive: boolean;
  manifest: { path: string; size: number; sha256: string }[];
}

/** The version of a snapshot by its label; `null` is the one the link shows. */
export function findSite(db: Db, label: string, version: number | null): Promise<SiteRow | undefined> {
  return db('snapshots as s')
    .join('users as u', 'u.id', 's.owner_id')
    .join('versions as v', 'v.snapshot_id', 's.id')
    .where('s.label', label)
    .whereNotNull('s.version')
    .where('v.number', version ?? db.ref('s.version'))
    .first({
      snapshotId: 's.id',
      isProtected: db.raw('s.password_sealed is not null'),
      passwordRevision: 's.password_revision',
      expiresAt: 's.expires_at',
      ownerIsActive: db.raw('u.deactivated_at is null'),
      manifest: 'v.manifest',
    });
}
