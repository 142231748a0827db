import type { ReactNode } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Badge.module.css';

interface BadgeProps {
  children: ReactNode;
  variant?: 'plain' | 'strong';
  className?: string | undefined;
}

export const Badge = ({ children, variant = 'plain', className }: BadgeProps) => (
  <span className={joinClasses(styles.badge, variant === 'strong' && styles.strong, className)}>
    {children}
  </span>
);
