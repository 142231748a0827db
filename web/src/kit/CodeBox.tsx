import type { ReactNode } from 'react';
import styles from './CodeBox.module.css';

interface CodeBoxProps {
  as?: 'code' | 'pre';
  children: ReactNode;
}

/** A secret, a command or an answer, to be copied: a click selects all of it. */
export const CodeBox = ({ as: Element = 'code', children }: CodeBoxProps) => (
  <Element className={styles.box}>{children}</Element>
);
