import type { ReactNode } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Badge.module.css';

interface BadgeProps {
  children: ReactNode;
  variant?: 'plain' | 'strong' | 'danger';
  className?: string | undefined;
}

export const Badge = ({ children, variant, className }: BadgeProps) => (
  <span className={joinClasses(styles.badge, className)} data-variant={variant}>
    {children}
  </span>
);
