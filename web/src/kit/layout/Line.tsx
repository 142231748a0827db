import type { ReactNode } from 'react';
import type { Gap } from './Gap.ts';
import styles from './layout.module.css';

interface LineProps {
  gap: Gap;
  align?: 'start' | 'center' | 'baseline';
  /** Continues on the next line where there is no room. */
  isWrapping?: boolean;
  /** The room is between them. */
  isSpread?: boolean;
  children: ReactNode;
}

/** Things beside each other. */
export const Line = ({ gap, align, isWrapping, isSpread, children }: LineProps) => (
  <div
    className={styles.line}
    data-gap={gap}
    data-align={align}
    data-wrapping={isWrapping}
    data-spread={isSpread}
  >
    {children}
  </div>
);
