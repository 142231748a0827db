import type { ReactNode } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  title: string;
  hint: string;
  /** The way on. */
  children: ReactNode;
}

/** Stands in for the settings when they are nobody's. */
export function Notice({ title, hint, children }: NoticeProps) {
  return (
    <main className={styles.notice}>
      <Mark size={24} />
      <div role="alert">
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      {children}
    </main>
  );
}
