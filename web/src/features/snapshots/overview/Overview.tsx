import type { Summary } from '../summaryApi.ts';
import { useNow } from '../../../lib/useNow.ts';
import { ExpiringSoon } from './ExpiringSoon.tsx';
import { MostViewed } from './MostViewed.tsx';
import { QuickStats } from './QuickStats.tsx';
import { RecentActivity } from './RecentActivity.tsx';
import { ReviewStatus } from './ReviewStatus.tsx';
import { t } from './copy.ts';
import styles from './Widgets.module.css';

export function Overview({ summary }: { summary: Summary }) {
  const now = useNow();
  return (
    <>
      <QuickStats stats={summary.quickStats} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolls sideways where there is little room, with the keyboard too */}
      <section className={styles.lists} aria-label={t('lists')} tabIndex={0}>
        <ReviewStatus status={summary.reviewStatus} />
        <ExpiringSoon snapshots={summary.expiringSoon} now={now} />
        <MostViewed snapshots={summary.mostViewed} />
        <RecentActivity snapshots={summary.recentActivity} now={now} />
      </section>
    </>
  );
}
