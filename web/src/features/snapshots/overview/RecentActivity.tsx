import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { ago, moment } from '@stagelink/shared/domain/format';
import { t } from './copy.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';

export function RecentActivity({ snapshots, now }: { snapshots: Snapshot[]; now: Date }) {
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
