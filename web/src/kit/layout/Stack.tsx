import type { ReactNode } from 'react';
import type { Gap } from './Gap.ts';
import styles from './layout.module.css';

/** Things below each other, each as wide as there is room. */
export const Stack = ({ gap, children }: { gap?: Gap; children: ReactNode }) => (
  <div className={styles.stack} data-gap={gap}>
    {children}
  </div>
);
