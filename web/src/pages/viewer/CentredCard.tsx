import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import { t as common } from '../../words/common.ts';
import styles from './CentredCard.module.css';
import { removeStage } from './stage.ts';

interface CentredCardProps {
  title: string;
  children: ReactNode;
}

/** One calm card in the middle of an empty house: what is said instead of a preview. */
export function CentredCard({ title, children }: CentredCardProps) {
  useLayoutEffect(removeStage, []);
  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);

  return (
    <main className={styles.house}>
      <div className={styles.card}>
        <span className={styles.mark}>
          <Mark size={24} />
        </span>
        <h1 className={styles.title}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
