import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { LIST_PAGE } from '@stagelink/shared/contracts/limits';
import type { App } from '../app.ts';
import * as notifications from '../notifications/repo.ts';
import { presentProject } from '../projects/present.ts';
import * as projects from '../projects/repo.ts';
import * as snapshots from '../snapshots/ownedRepo.ts';
import { presentSnapshot } from '../snapshots/present.ts';

/** The lists that the live channel starts with. */
export async function initialData(app: App, userId: string, seq: number): Promise<LiveMessage> {
  const [newest, owned, unreadNotifications] = await Promise.all([
    snapshots.newestOf(app.db, userId, LIST_PAGE),
    projects.ofOwner(app.db, userId),
    notifications.countUnread(app.db, userId),
  ]);
  return {
    type: 'initial_data',
    seq,
    snapshots: newest.map((row) => presentSnapshot(row, app)),
    projects: owned.map(presentProject),
    unreadNotifications,
  };
}
