import type { ReactNode } from 'react';
import styles from './Stage.module.css';

/** A dark room with one lamp; what stands in its light is the children. */
export function Stage({ children }: { children: ReactNode }) {
  return (
    <div className={`onStage ${styles.stage}`}>
      <div className={styles.haze}>
        <div className={styles.beam} />
      </div>
      <div className={styles.floor} />
      <div className={styles.lit}>{children}</div>
    </div>
  );
}
