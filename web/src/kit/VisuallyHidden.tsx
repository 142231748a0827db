import type { ReactNode } from 'react';
import styles from './VisuallyHidden.module.css';

interface VisuallyHiddenProps {
  /** `output` is read out when it changes. */
  as?: 'span' | 'output' | 'legend' | 'thead';
  children: ReactNode;
}

/** Text for screen readers. */
export const VisuallyHidden = ({ as: Element = 'span', children }: VisuallyHiddenProps) => (
  <Element className={styles.hidden}>{children}</Element>
);
