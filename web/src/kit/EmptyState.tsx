import type { ReactNode } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './EmptyState.module.css';

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  hint?: string | undefined;
  className?: string | undefined;
  /** The action. */
  children?: ReactNode;
}

export const EmptyState = ({ icon, title, hint, className, children }: EmptyStateProps) => (
  <div className={joinClasses(styles.empty, className)}>
    {icon && <span className={styles.icon}>{icon}</span>}
    <p>{title}</p>
    {hint && <p className={styles.hint}>{hint}</p>}
    {children}
  </div>
);
