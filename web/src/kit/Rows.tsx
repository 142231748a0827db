import type { ReactNode } from 'react';
import styles from './Rows.module.css';

export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

interface RowProps {
  label: string;
  children: ReactNode;
  /** An action. */
  act?: ReactNode;
}

export function Row({ label, children, act }: RowProps) {
  return (
    <div className={styles.row}>
      <dt>{label}</dt>
      <dd>
        <div className={styles.value}>{children}</div>
        {act}
      </dd>
    </div>
  );
}
