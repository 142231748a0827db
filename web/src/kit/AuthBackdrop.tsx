import type { ReactNode } from 'react';
import styles from './AuthBackdrop.module.css';

export function AuthBackdrop({ children }: { children: ReactNode }) {
  return (
    <div data-theme="dark" className={styles.stage}>
      <div className={styles.haze}>
        <div className={styles.beam} />
      </div>
      <div className={styles.floor} />
      <div className={styles.lit}>{children}</div>
    </div>
  );
}
