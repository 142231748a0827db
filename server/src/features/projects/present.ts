import type { Project } from '@stagelink/shared/contracts/project';
import type { ProjectOverview } from '@stagelink/shared/contracts/projects';
import { pictureAddress } from '../pictures/address.ts';
import type { ProjectOverviewRow } from './overviewRepo.ts';
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

export function presentOverview({ lastActivityAt, pictured, ...facts }: ProjectOverviewRow): ProjectOverview {
  return {
    ...facts,
    lastActivityAt: lastActivityAt?.toISOString() ?? null,
    picture: pictured && pictureAddress(pictured.id, pictured.version, Buffer.from(pictured.sha256, 'hex')),
  };
}
