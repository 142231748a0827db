import { type ReactNode, useEffect } from 'react';
import { Mark } from '../../ui/Mark.tsx';
import { Link } from '../../ui/router.ts';
import { Stage } from '../../ui/Stage.tsx';
import { t as common } from '../../words/common.ts';
import { t } from '../../words/login.ts';
import styles from './Entrance.module.css';

interface EntranceProps {
  title: string;
  /** One sentence on what is asked for. */
  text?: string;
  /** Where the way back leads, and what it is called; the landing page when left out. */
  back?: { to: string; label: string } | null;
  children?: ReactNode;
}

const LANDING = { to: '/', label: t('back') };

/** What every page before the session looks like: one thing to do, and the stage beside it. */
export function Entrance({ title, text, back = LANDING, children }: EntranceProps) {
  useEffect(() => {
    document.title = `${title} · ${common('product')}`;
  }, [title]);

  return (
    <div className={styles.page}>
      <main className={styles.main}>
        {back && (
          <Link to={back.to} className={styles.back}>
            {back.label}
          </Link>
        )}
        <div className={styles.box}>
          <span className={styles.mark}>
            <Mark size={28} />
          </span>
          <h1 className={styles.title}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
          {children}
        </div>
      </main>
      <aside className={styles.aside}>
        <Stage>
          <p className={styles.line}>{t('stageLine')}</p>
        </Stage>
      </aside>
    </div>
  );
}
