import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { getSummary } from '@stagelink/shared/contracts/snapshots';
import type { App } from '../../platform/context.ts';
import * as owned from './dashboardRepo.ts';
import { presentSnapshot } from './present.ts';
import * as repo from './summaryRepo.ts';

/** Returns the dashboard's overview. */
export async function summary(app: App, ownerId: string): Promise<Reply<typeof getSummary>> {
  const about = await repo.read(app.db, ownerId);
  const { reviewLinks, expiringSoon, mostViewed, recentActivity } = about;
  const shown = [...new Set([...reviewLinks, ...expiringSoon, ...mostViewed, ...recentActivity])];
  const rows = new Map((await owned.ofIds(app.db, ownerId, shown)).map((row) => [row.id, row]));
  // Skips those deleted meanwhile.
  const present = (ids: string[]) =>
    ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [presentSnapshot(row, app)] : [];
    });
  return {
    reviewStatus: {
      pending: about.pendingReviews,
      overdue: about.overdueReviews,
      links: present(reviewLinks),
    },
    expiringSoon: present(expiringSoon),
    mostViewed: present(mostViewed),
    quickStats: {
      activeSnapshots: about.activeSnapshots,
      totalViews: about.totalViews,
      comments: about.comments,
      reviews: about.reviews,
    },
    recentActivity: present(recentActivity),
  };
}
