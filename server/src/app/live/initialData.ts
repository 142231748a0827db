import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { LIST_PAGE } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import * as notifications from '../../features/notifications/repo.ts';
import { presentProject } from '../../features/projects/present.ts';
import * as projects from '../../features/projects/repo.ts';
import * as snapshots from '../../features/snapshots/dashboardRepo.ts';
import { presentSnapshot } from '../../features/snapshots/present.ts';

/** Returns the first message on a user's channel: the current lists. */
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
