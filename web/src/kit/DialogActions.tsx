import type { ReactNode } from 'react';
import { Line } from './layout/Line.tsx';
import styles from './Dialog.module.css';

interface DialogActionsProps {
  /** A secondary action, opposite the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

export const DialogActions = ({ aside, children }: DialogActionsProps) => (
  <Line isWrapping gap="small" justify="end" above="vast">
    {aside && <div className={styles.aside}>{aside}</div>}
    <Line gap="small">{children}</Line>
  </Line>
);
