import { t as common } from '../../../../../web/src/words/common.ts';
import styles from './FolderTable.module.css';

const ROWS = ['a', 'b', 'c'];

/** The list before it is known, in its own measures. */
export function FolderSkeleton() {
  return (
    <div className={styles.waiting}>
      <output className={styles.unseen}>{common('loading')}</output>
      {ROWS.map((row) => (
        <div key={row} className={styles.shape} aria-hidden>
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  );
}
