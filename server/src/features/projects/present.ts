import type { Project } from '@stagelink/shared/contracts/projects';
import type { ProjectRow } from './repo.ts';

export function presentProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    color: row.color,
    isArchived: row.archivedAt !== null,
    snapshotCount: row.snapshotCount,
    createdAt: row.createdAt.toISOString(),
  };
}
