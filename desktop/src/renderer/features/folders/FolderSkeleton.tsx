import { t as common } from '@stagelink/web/lib/commonCopy.ts';
import { VisuallyHidden } from '@stagelink/web/kit/VisuallyHidden.tsx';
import styles from './FolderTable.module.css';

const ROWS = ['a', 'b', 'c'];

/** Has the dimensions of the loaded list. */
export function FolderSkeleton() {
  return (
    <div className={styles.waiting}>
      <VisuallyHidden as="output">{common('loading')}</VisuallyHidden>
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
