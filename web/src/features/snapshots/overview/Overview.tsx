import type { Summary } from '../api.ts';
import { useNow } from '../../../lib/useNow.ts';
import { ExpiringSoon } from './ExpiringSoon.tsx';
import { ReviewStatus } from './ReviewStatus.tsx';
import { t } from './copy.ts';
import styles from './Widgets.module.css';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { Item, Widget } from './Widget.tsx';
import { ago, moment } from '@stagelink/shared/domain/format';

function RecentActivity({ snapshots, now }: { snapshots: Snapshot[]; now: Date }) {
  return (
    <Widget title={t('recentActivity')} empty={t('noActivity')} isEmpty={snapshots.length === 0}>
      {snapshots.map((snapshot) => {
        const [latest] = snapshot.analytics.recentViewers;
        const viewedAt = latest && new Date(latest.viewedAt);
        return (
          <Item key={snapshot.id} snapshot={snapshot}>
            {latest && <span className={styles.who}>{latest.name ?? t('visitor')}</span>}
            {viewedAt && (
              <span className={styles.aside} title={moment(viewedAt)}>
                {ago(viewedAt, now)}
              </span>
            )}
          </Item>
        );
      })}
    </Widget>
  );
}

const NUMBERS = ['activeSnapshots', 'totalViews', 'comments', 'reviews'] as const;
const inFull = new Intl.NumberFormat('en');
const inShort = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** A number from here on does not fit a quarter of a phone's width. */
const LONG = 100_000;

function QuickStats({ stats }: { stats: Summary['quickStats'] }) {
  return (
    <section aria-label={t('stats')}>
      <dl className={styles.stats}>
        {NUMBERS.map((name) => (
          <div key={name} className={styles.stat}>
            <dt>{t(name, { count: stats[name] })}</dt>
            <dd title={inFull.format(stats[name])}>
              {(stats[name] < LONG ? inFull : inShort).format(stats[name])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const viewsOf = ({ viewCount: count }: Snapshot) => t('views', { count, views: inFull.format(count) });

function MostViewed({ snapshots }: { snapshots: Snapshot[] }) {
  return (
    <Widget title={t('mostViewed')} empty={t('nothingViewed')} isEmpty={snapshots.length === 0}>
      {snapshots.map((snapshot) => (
        <Item key={snapshot.id} snapshot={snapshot}>
          <span className={styles.aside}>{viewsOf(snapshot)}</span>
        </Item>
      ))}
    </Widget>
  );
}

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
