import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { t } from './copy.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';

const inFull = new Intl.NumberFormat('en');
const viewsOf = ({ viewCount: count }: Snapshot) => t('views', { count, views: inFull.format(count) });

export function MostViewed({ snapshots }: { snapshots: Snapshot[] }) {
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
