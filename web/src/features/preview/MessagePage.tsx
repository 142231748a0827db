import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Logo } from '../../kit/Logo.tsx';
import { t as common } from '../../lib/commonCopy.ts';
import styles from './MessagePage.module.css';
import { removeStage } from './previewFrame.ts';

interface MessagePageProps {
  title: string;
  children: ReactNode;
}

/** A centered card, shown instead of a preview. */
export function MessagePage({ title, children }: MessagePageProps) {
  useLayoutEffect(removeStage, []);
  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);

  return (
    <main className={styles.house}>
      <div className={styles.card}>
        <span className={styles.mark}>
          <Logo size={24} />
          <span className={styles.product}>{common('product')}</span>
        </span>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
