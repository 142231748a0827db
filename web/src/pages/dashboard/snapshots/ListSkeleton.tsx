import { t } from '../../../words/snapshots.ts';
import styles from './ListSkeleton.module.css';

const ROWS = [62, 38, 51, 44, 70, 33];

/** The list before it is known, in its own shape. */
export function ListSkeleton() {
  return (
    <div className={styles.list}>
      <output className={styles.unseen}>{t('loading')}</output>
      <div className={styles.head} aria-hidden />
      {ROWS.map((width) => (
        <div key={width} className={styles.row} aria-hidden>
          <span style={{ width: `${width}%` }} />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
