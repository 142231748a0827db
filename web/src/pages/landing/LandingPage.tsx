import { lazy, Suspense, useEffect } from 'react';
import { track } from '../../lib/analytics/track.ts';
import { Logo } from '../../kit/Logo.tsx';
import { AuthBackdrop } from '../../kit/AuthBackdrop.tsx';
import { t } from './copy.ts';
import styles from './LandingPage.module.css';

const TryOut = lazy(async () => ({ default: (await import('../../features/tryOut/TryOut.tsx')).TryOut }));

interface LandingPageProps {
  /** The path of a URL that led here because no page has it. */
  unknownPath?: string | undefined;
}

/** Renders without the router, so its links are plain ones. */
export function LandingPage({ unknownPath }: LandingPageProps) {
  useEffect(() => track('page_view'), []);

  return (
    <div className={`stagePage ${styles.page}`}>
      <AuthBackdrop>
        <div className={styles.content}>
          <header className={styles.header}>
            <a href="/" className={styles.product}>
              <Logo size={20} />
              {t('product')}
            </a>
            <nav className={styles.nav}>
              <a href="/docs" className={styles.quiet}>
                {t('docs')}
              </a>
              <a href="/login" className={styles.quiet}>
                {t('logIn')}
              </a>
              <a href="/login?mode=signup" className={styles.outlined}>
                {t('signUp')}
              </a>
            </nav>
          </header>
          <main className={styles.main}>
            {unknownPath !== undefined && (
              <output className={styles.unknown}>{t('unknownPath', { path: unknownPath })}</output>
            )}
            <h1 className={styles.title}>{t('title')}</h1>
            <p className={styles.sentence}>{t('sentence')}</p>
            <a href="/login" className={styles.start}>
              {t('start')}
            </a>
            <div className={styles.tryOut}>
              <Suspense>
                <TryOut />
              </Suspense>
            </div>
          </main>
        </div>
      </AuthBackdrop>
    </div>
  );
}
