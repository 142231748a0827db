import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { PROJECTS_MAX } from '@stagelink/shared/contracts/limits';
import type { createProject, updateProject } from '@stagelink/shared/contracts/projects';
import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import { lockOwnerForNoKeyUpdate } from '../snapshots/repo.ts';
import * as repo from './repo.ts';

const noProject = () => notFound('That project');

async function findById(tx: Tx, id: string): Promise<repo.ProjectRow> {
  const row = await repo.find(tx, id);
  if (!row) throw noProject();
  return row;
}

/** Throws unless the owner may add snapshots to the project. Locks it. */
export async function assertAcceptsSnapshots(tx: Tx, ownerId: string, id: string): Promise<void> {
  const project = await repo.lockForShare(tx, ownerId, id);
  if (!project) throw noProject();
  if (project.archivedAt) {
    throw new AppError('conflict', 'This project is archived. Unarchive it before you add snapshots.');
  }
}

export function create(
  { db }: App,
  ownerId: string,
  about: Parsed<typeof createProject>,
): Promise<repo.ProjectRow> {
  return db.transaction(async (tx) => {
    await lockOwnerForNoKeyUpdate(tx, ownerId);
    if ((await repo.countOf(tx, ownerId)) >= PROJECTS_MAX) {
      throw new AppError(
        'conflict',
        `You have ${PROJECTS_MAX} projects, which is the maximum. Delete one first.`,
      );
    }
    const id = uuidv7();
    await repo.insert(tx, { ...about, id, ownerId });
    await publish(tx, [userChannel(ownerId)], { type: 'project_created', projectId: id });
    return findById(tx, id);
  });
}

export function change(
  { db }: App,
  ownerId: string,
  { id, isArchived, ...about }: Parsed<typeof updateProject>,
): Promise<repo.ProjectRow> {
  return db.transaction(async (tx) => {
    const project = await repo.lockForUpdate(tx, ownerId, id);
    if (!project) throw noProject();
    const turns = isArchived !== undefined && isArchived !== (project.archivedAt !== null);
    await repo.update(tx, id, turns ? { ...about, isArchived } : about);
    const publishProject = (type: 'project_updated' | 'project_archived' | 'project_unarchived') =>
      publish(tx, [userChannel(ownerId)], { type, projectId: id });
    if (about.name !== undefined || about.color !== undefined) await publishProject('project_updated');
    if (turns) await publishProject(isArchived ? 'project_archived' : 'project_unarchived');
    return findById(tx, id);
  });
}

export async function order({ db }: App, ownerId: string, ids: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Concurrent reorders would each miss the other's changes.
    await lockOwnerForNoKeyUpdate(tx, ownerId);
    if (!(await repo.putInOrder(tx, ownerId, [...new Set(ids)]))) throw noProject();
    await publish(tx, [userChannel(ownerId)], { type: 'lists_changed', part: 'projects' });
  });
}

export async function remove({ db }: App, ownerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await repo.lockForUpdate(tx, ownerId, id))) throw noProject();
    // Counted under the lock: no snapshot can move in now.
    const { snapshotCount } = await findById(tx, id);
    if (snapshotCount > 0) {
      const what =
        snapshotCount === 1
          ? 'a snapshot. Move or delete it'
          : `${snapshotCount} snapshots. Move or delete them`;
      throw new AppError('conflict', `This project still has ${what} first.`);
    }
    await repo.remove(tx, id);
    await publish(tx, [userChannel(ownerId)], { type: 'project_deleted', projectId: id });
  });
}
