import type { Db } from '../../platform/db/db.ts';
import { immutableFiles } from '../../features/immutableFiles/repo.ts';
import { reviewerIds } from '../../features/reviews/repo.ts';
import type { SiteName } from '../../platform/serving/address.ts';

/** What the content origin needs of a snapshot, with the files of one version. */
export interface SiteRow {
  snapshotId: string;
  version: number;
  /** A draft: only the owner may open it. */
  isDraft: boolean;
  isProtected: boolean;
  passwordRevision: number;
  expiresAt: Date;
  ownerIsActive: boolean;
  /** All invited reviewers. */
  reviewerIds: string[];
  manifest: { path: string; size: number; sha256: string }[];
  /** SHA-256 by path of the files that browsers may keep for good. */
  immutable: Record<string, string>;
}

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
      isDraft: db.raw('v.published_at is null'),
      isProtected: db.raw('s.password_sealed is not null'),
      passwordRevision: 's.password_revision',
      expiresAt: 's.expires_at',
      ownerIsActive: db.raw('u.deactivated_at is null'),
      reviewerIds: db.raw(reviewerIds('s')),
      manifest: 'v.manifest',
      immutable: db.raw(immutableFiles('s')),
    });
}
