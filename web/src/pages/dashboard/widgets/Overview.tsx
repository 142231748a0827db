import type { Summary } from '../../../data/summary.ts';
import { useNow } from '../../../ui/useNow.ts';
import { ExpiringSoon } from './ExpiringSoon.tsx';
import { MostViewed } from './MostViewed.tsx';
import { QuickStats } from './QuickStats.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { ReviewStatus } from './ReviewStatus.tsx';
import styles from './Widgets.module.css';

export function Overview({ summary }: { summary: Summary }) {
  const now = useNow();
  return (
    <>
      <QuickStats stats={summary.quickStats} />
      <div className={styles.lists}>
        <ReviewStatus status={summary.reviewStatus} />
        <ExpiringSoon snapshots={summary.expiringSoon} now={now} />
        <MostViewed snapshots={summary.mostViewed} />
        <RecentActivity snapshots={summary.recentActivity} now={now} />
      </div>
    </>
  );
}
