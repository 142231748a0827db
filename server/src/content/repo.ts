import type { Db } from '../db/db.ts';
import { REVIEWER_IDS } from '../reviews/repo.ts';
import type { SiteName } from './address.ts';

/** What the content origin needs to know of a snapshot to answer, with the files of one version. */
export interface SiteRow {
  snapshotId: string;
  version: number;
  /** It was never published: only its owner is let in. */
  isWaiting: boolean;
  isProtected: boolean;
  passwordRevision: number;
  expiresAt: Date;
  ownerIsActive: boolean;
  /** Everybody who was asked to review it. */
  reviewerIds: string[];
  manifest: { path: string; size: number; sha256: string }[];
}

/** A version of a snapshot, with its files. */
export function findSite(db: Db, which: SiteName): Promise<SiteRow | undefined> {
  const site = 'id' in which ? { 's.id': which.id } : { 's.label': which.label };
  return db('snapshots as s')
    .join('users as u', 'u.id', 's.owner_id')
    .join('versions as v', 'v.snapshot_id', 's.id')
    .where(site)
    .whereNotNull('s.version')
    .where('v.number', ('version' in which && which.version) || db.ref('s.version'))
    .first({
      snapshotId: 's.id',
      version: 'v.number',
      isWaiting: db.raw('v.published_at is null'),
      isProtected: db.raw('s.password_sealed is not null'),
      passwordRevision: 's.password_revision',
      expiresAt: 's.expires_at',
      ownerIsActive: db.raw('u.deactivated_at is null'),
      reviewerIds: db.raw(REVIEWER_IDS),
      manifest: 'v.manifest',
    });
}
