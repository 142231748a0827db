import type { ReactNode } from 'react';
import styles from './Dialog.module.css';

interface DialogActionsProps {
  /** A secondary action, opposite the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

export const DialogActions = ({ aside, children }: DialogActionsProps) => (
  <div className={styles.actions}>
    {aside && <div className={styles.aside}>{aside}</div>}
    <div className={styles.pair}>{children}</div>
  </div>
);
