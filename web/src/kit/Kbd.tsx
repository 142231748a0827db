import type { ReactNode } from 'react';
import { joinClasses } from './joinClasses.ts';
import styles from './Kbd.module.css';

interface KbdProps {
  children: ReactNode;
  size?: 'small' | 'medium';
  className?: string | undefined;
}

export const Kbd = ({ children, size = 'medium', className }: KbdProps) => (
  <kbd className={joinClasses(styles.kbd, size === 'small' && styles.small, className)}>{children}</kbd>
);
