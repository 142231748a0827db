import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../app.ts';
import type { LiveSnapshotRow } from './repo.ts';

export const linkOf = (app: Pick<App, 'config'>, id: string) => `${app.config.appUrl}/s/${id}`;

/** For the owner only: it holds the password. */
export function presentSnapshot(row: LiveSnapshotRow, app: Pick<App, 'config' | 'secrets'>): Snapshot {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    clientName: row.clientName,
    tags: row.tags,
    projectId: row.projectId,
    ownerUid: row.ownerId,
    public: row.passwordSealed === null,
    password: row.passwordSealed && app.secrets.open(row.passwordSealed),
    url: linkOf(app, row.id),
    version: row.version,
    totalBytes: row.totalBytes,
    fileCount: row.fileCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    lastModifiedAt: row.lastModifiedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    viewCount: row.viewCount,
    uniqueViewers: row.uniqueViewers,
    commentCount: row.commentCount,
  };
}
