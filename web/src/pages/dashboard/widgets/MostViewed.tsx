import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { t } from '../../../words/widgets.ts';
import { Item, Widget } from './Widget.tsx';
import styles from './Widgets.module.css';

export function MostViewed({ snapshots }: { snapshots: Snapshot[] }) {
  return (
    <Widget title={t('mostViewed')} empty={t('nothingViewed')} isEmpty={snapshots.length === 0}>
      {snapshots.map((snapshot) => (
        <Item key={snapshot.id} snapshot={snapshot}>
          <span className={styles.aside}>{t('views', { count: snapshot.viewCount })}</span>
        </Item>
      ))}
    </Widget>
  );
}
