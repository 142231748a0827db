import type { ReactNode } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  title: string;
  hint?: string | undefined;
  className?: string | undefined;
  /** The action. */
  children?: ReactNode;
}

export const EmptyState = ({ title, hint, className, children }: EmptyStateProps) => (
  <div className={joinClasses(styles.empty, className)}>
    <p>{title}</p>
    {hint && <p className={styles.hint}>{hint}</p>}
    {children}
  </div>
);
