import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { PROJECTS_MAX } from '@stagelink/shared/contracts/limits';
import type { createProject, updateProject } from '@stagelink/shared/contracts/projects';
import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { userChannel } from '../live/events.ts';
import { record } from '../live/record.ts';
import { lockOwner } from '../snapshots/repo.ts';
import * as repo from './repo.ts';

const noProject = () => notFound('That project');

async function found(tx: Tx, id: string): Promise<repo.ProjectRow> {
  const row = await repo.find(tx, id);
  if (!row) throw noProject();
  return row;
}

/** Throws unless this owner may put snapshots into the project; it stays so until the transaction ends. */
export async function assertTakes(tx: Tx, ownerId: string, id: string): Promise<void> {
  const project = await repo.hold(tx, ownerId, id);
  if (!project) throw noProject();
  if (project.archivedAt) {
    throw new AppError('conflict', 'This project is archived. Bring it back before you add snapshots to it.');
  }
}

export function create(
  { db }: App,
  ownerId: string,
  about: Parsed<typeof createProject>,
): Promise<repo.ProjectRow> {
  return db.transaction(async (tx) => {
    await lockOwner(tx, ownerId);
    if ((await repo.countOf(tx, ownerId)) >= PROJECTS_MAX) {
      throw new AppError(
        'conflict',
        `You have ${PROJECTS_MAX} projects, and there cannot be more. Delete one first.`,
      );
    }
    const id = uuidv7();
    await repo.insert(tx, { ...about, id, ownerId });
    await record(tx, [userChannel(ownerId)], { type: 'project_created', projectId: id });
    return found(tx, id);
  });
}

export function change(
  { db }: App,
  ownerId: string,
  { id, isArchived, ...about }: Parsed<typeof updateProject>,
): Promise<repo.ProjectRow> {
  return db.transaction(async (tx) => {
    const project = await repo.lock(tx, ownerId, id);
    if (!project) throw noProject();
    const turns = isArchived !== undefined && isArchived !== (project.archivedAt !== null);
    await repo.update(tx, id, turns ? { ...about, isArchived } : about);
    const tell = (type: 'project_updated' | 'project_archived' | 'project_unarchived') =>
      record(tx, [userChannel(ownerId)], { type, projectId: id });
    if (about.name !== undefined || about.color !== undefined) await tell('project_updated');
    if (turns) await tell(isArchived ? 'project_archived' : 'project_unarchived');
    return found(tx, id);
  });
}

export async function order({ db }: App, ownerId: string, ids: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    // Two orders at once would each move what the other has not seen.
    await lockOwner(tx, ownerId);
    if (!(await repo.putInOrder(tx, ownerId, [...new Set(ids)]))) throw noProject();
    await record(tx, [userChannel(ownerId)], { type: 'lists_changed' });
  });
}

export async function remove({ db }: App, ownerId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await repo.lock(tx, ownerId, id))) throw noProject();
    // Counted under the lock: a move that was under way has ended, and none can begin.
    const { snapshotCount } = await found(tx, id);
    if (snapshotCount > 0) {
      const what = snapshotCount === 1 ? 'a snapshot' : `${snapshotCount} snapshots`;
      throw new AppError('conflict', `This project still has ${what}. Move or delete what is in it first.`);
    }
    await repo.remove(tx, id);
    await record(tx, [userChannel(ownerId)], { type: 'project_deleted', projectId: id });
  });
}
