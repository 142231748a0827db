import { useEffect } from 'react';
import { count } from '../../data/count.ts';
import { Mark } from '../../ui/Mark.tsx';
import { Stage } from '../../ui/Stage.tsx';
import { t } from '../../words/landing.ts';
import styles from './LandingPage.module.css';

/** Starts without the router, so its links are plain ones. */
export function LandingPage() {
  useEffect(() => count('page_view'), []);

  return (
    <div className={`stagePage ${styles.page}`}>
      <Stage>
        <div className={styles.content}>
          <header className={styles.header}>
            <a href="/" className={styles.product}>
              <Mark size={20} />
              {t('product')}
            </a>
            <nav className={styles.nav}>
              <a href="/login" className={styles.quiet}>
                {t('logIn')}
              </a>
              <a href="/login?mode=signup" className={styles.outlined}>
                {t('signUp')}
              </a>
            </nav>
          </header>
          <main className={styles.main}>
            <h1 className={styles.title}>{t('title')}</h1>
            <p className={styles.sentence}>{t('sentence')}</p>
            <a href="/login" className={styles.start}>
              {t('start')}
            </a>
          </main>
        </div>
      </Stage>
    </div>
  );
}
