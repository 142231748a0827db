import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import * as repo from './repo.ts';

/** Throws unless this owner may put snapshots into the project; it stays so until the transaction ends. */
export async function assertTakes(tx: Tx, ownerId: string, id: string): Promise<void> {
  const project = await repo.hold(tx, ownerId, id);
  if (!project) throw notFound('That project');
  if (project.archivedAt) {
    throw new AppError(
      'conflict',
      'This project is archived. Bring it back first, then move snapshots into it.',
    );
  }
}
