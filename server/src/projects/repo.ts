import type { ProjectColor } from '@stagelink/shared/contracts/projects';
import type { Db, Tx } from '../db/db.ts';

export interface ProjectRow {
  id: string;
  name: string;
  color: ProjectColor;
  archivedAt: Date | null;
  createdAt: Date;
  snapshotCount: number;
}

const columns = {
  id: 'p.id',
  name: 'p.name',
  color: 'p.color',
  archivedAt: 'p.archived_at',
  createdAt: 'p.created_at',
} satisfies Record<Exclude<keyof ProjectRow, 'snapshotCount'>, string>;

const snapshotCount = (db: Db) =>
  db.raw('(select count(*) from snapshots s where s.project_id = p.id and s.version is not null)');

const projects = (db: Db) =>
  db('projects as p')
    .select(columns)
    .select({ snapshotCount: snapshotCount(db) });

/** In the owner's own order. */
export const ofOwner = (db: Db, ownerId: string): Promise<ProjectRow[]> =>
  projects(db).where('p.owner_id', ownerId).orderBy(['p.position', 'p.created_at', 'p.id']);

/**
 * The owner's project, kept from being deleted or archived until the transaction ends, so that a snapshot cannot be
 * moved into one that is on its way out.
 */
export const hold = (
  tx: Tx,
  ownerId: string,
  id: string,
): Promise<Pick<ProjectRow, 'archivedAt'> | undefined> =>
  tx('projects as p')
    .where({ 'p.id': id, 'p.owner_id': ownerId })
    .forShare()
    .first({ archivedAt: columns.archivedAt });
