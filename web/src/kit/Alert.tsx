import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Alert.module.css';

interface AlertProps {
  children: ReactNode;
  tone?: 'danger' | 'neutral';
}

/** A message of a form, announced when it appears. */
export const Alert = ({ children, tone = 'danger' }: AlertProps) => (
  <div role="alert" className={joinClasses(styles.alert, tone === 'danger' && styles.danger)}>
    <CircleAlert size={16} aria-hidden />
    <div className={styles.content}>{children}</div>
  </div>
);
