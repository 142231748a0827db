import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import styles from './Notice.module.css';

interface NoticeProps {
  title: string;
  hint: string;
  /** Actions. */
  children: ReactNode;
}

/** Shown instead of the settings without a session. */
export function Notice({ title, hint, children }: NoticeProps) {
  return (
    <main className={styles.notice}>
      <Logo size={24} />
      <div role="alert">
        <h1>{title}</h1>
        <p>{hint}</p>
      </div>
      {children}
    </main>
  );
}
