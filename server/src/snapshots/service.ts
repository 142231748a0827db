import { LIST_PAGE } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../app.ts';
import { presentSnapshot } from './present.ts';
import * as repo from './repo.ts';

/** What the live channel gives a newcomer to start with. */
export async function firstPage(app: App, ownerId: string): Promise<Snapshot[]> {
  const rows = await repo.newestOf(app.db, ownerId, LIST_PAGE);
  return rows.map((row) => presentSnapshot(row, app));
}
