import { t } from './copy.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './ListSkeleton.module.css';

const ROWS = [62, 38, 51, 44, 70, 33];

export function ListSkeleton() {
  return (
    <div className={styles.list}>
      <VisuallyHidden as="output">{t('loading')}</VisuallyHidden>
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
