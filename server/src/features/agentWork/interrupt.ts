import type { App } from '../../platform/context.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { publishWork } from './record.ts';
import * as repo from './repo.ts';
import { stateAfter } from './transition.ts';

/** Returns threads whose agents were silent for too long to those that wait. Returns how many. */
export const returnSilent = async (app: Pick<App, 'db' | 'log'>, signal?: AbortSignal): Promise<number> =>
  runEach(
    app,
    await repo.findSilent(app.db),
    ({ id, snapshotId }) =>
      app.db.transaction(async (tx) => {
        const snapshot = await lockSnapshot(tx, snapshotId);
        // It may have given a sign of life since.
        if (!(await repo.isSilent(tx, id))) return false;
        const work = (await repo.findAll(tx, snapshotId, [id])).get(id);
        await repo.update(tx, id, { state: stateAfter(work, 'interrupt'), isTaken: false });
        await publishWork(tx, snapshot, [id]);
        return true;
      }),
    signal,
  );
