import type { ReactNode } from 'react';
import styles from './Rows.module.css';

export function Rows({ children }: { children: ReactNode }) {
  return <dl className={styles.rows}>{children}</dl>;
}

interface RowProps {
  label: string;
  children: ReactNode;
  /** What can be done about it. */
  act?: ReactNode;
}

/** A fact: what it is called, what it is. */
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
