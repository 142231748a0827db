import { lazy, Suspense, useEffect, useState } from 'react';
import { track } from '../../lib/analytics/track.ts';
import { Logo } from '../../kit/Logo.tsx';
import { AuthBackdrop } from '../../kit/AuthBackdrop.tsx';
import { t } from './copy.ts';
import { Picture } from './Picture.tsx';
import { Sky } from './Sky.tsx';
import { Taglines } from './Taglines.tsx';
import styles from './LandingPage.module.css';

const TryOut = lazy(async () => ({ default: (await import('../../features/tryOut/TryOut.tsx')).TryOut }));
const VideoDialog = lazy(async () => ({ default: (await import('./VideoDialog.tsx')).VideoDialog }));

const STEPS = [
  ['build', 'buildText'],
  ['deploy', 'deployText'],
  ['share', 'shareText'],
] as const;

const FEATURES = [
  ['unlimited', 'unlimitedText'],
  ['protection', 'protectionText'],
  ['comments', 'commentsText'],
  ['reviews', 'reviewsText'],
  ['agents', 'agentsText'],
  ['overview', 'overviewText'],
] as const;

function Header() {
  return (
    <header className={styles.header}>
      <a href="/" className={styles.product}>
        <Logo size={20} />
        {t('product')}
      </a>
      <nav className={styles.nav} aria-label={t('site')}>
        <a href="#how-it-works" className={styles.wide}>
          {t('howItWorks')}
        </a>
        <a href="#features" className={styles.wide}>
          {t('features')}
        </a>
        <a href="/pricing" className={styles.wide}>
          {t('pricing')}
        </a>
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
  );
}

function Start() {
  return (
    <a href="/login" className={styles.start}>
      {t('start')}
    </a>
  );
}

function Hero({ unknownPath, onWatch }: LandingPageProps & { onWatch: () => void }) {
  return (
    <AuthBackdrop>
      <Sky />
      <div className={styles.hero}>
        {unknownPath !== undefined && (
          <output className={styles.unknown}>{t('unknownPath', { path: unknownPath })}</output>
        )}
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.sentence}>{t('sentence')}</p>
        <Taglines />
        <div className={styles.actions}>
          <Start />
          <button type="button" className={styles.watch} onClick={onWatch}>
            {t('watch')}
          </button>
        </div>
        <Picture name="viewer" alt={t('viewerPicture')} isFirst />
        <div className={styles.tryOut}>
          <Suspense>
            <TryOut />
          </Suspense>
        </div>
      </div>
    </AuthBackdrop>
  );
}

function HowItWorks() {
  return (
    <section id="how-it-works" className={styles.section} aria-labelledby="how-it-works-title">
      <h2 id="how-it-works-title" className={styles.heading}>
        {t('howItWorks')}
      </h2>
      <ol className={styles.steps}>
        {STEPS.map(([step, text], at) => (
          <li key={step}>
            <span className={styles.number} aria-hidden>
              {at + 1}
            </span>
            <h3>{t(step)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
      <Picture name="dashboard" alt={t('dashboardPicture')} />
    </section>
  );
}

function Features() {
  return (
    <section id="features" className={styles.section} aria-labelledby="features-title">
      <h2 id="features-title" className={styles.heading}>
        {t('features')}
      </h2>
      <ul className={styles.features}>
        {FEATURES.map(([feature, text]) => (
          <li key={feature}>
            <h3>{t(feature)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <span className={styles.product}>
        <Logo size={16} />
        {t('product')}
      </span>
      <nav className={styles.links} aria-label={t('footer')}>
        <a href="#how-it-works">{t('howItWorks')}</a>
        <a href="#features">{t('features')}</a>
        <a href="/pricing">{t('pricing')}</a>
        <a href="/docs">{t('docs')}</a>
        <a href="/docs/api">{t('apiReference')}</a>
        <a href="/support">{t('support')}</a>
      </nav>
    </footer>
  );
}

interface LandingPageProps {
  /** The path of a URL that led here because no page has it. */
  unknownPath?: string | undefined;
}

/** Renders without the router, so its links are plain ones. */
export function LandingPage({ unknownPath }: LandingPageProps) {
  const [isWatching, setWatching] = useState(false);
  useEffect(() => track('page_view'), []);

  return (
    <div className={`stagePage ${styles.page}`} data-theme="dark">
      <Header />
      <main>
        <Hero unknownPath={unknownPath} onWatch={() => setWatching(true)} />
        <HowItWorks />
        <Features />
        <section className={styles.cta}>
          <h2 className={styles.heading}>{t('ctaTitle')}</h2>
          <p className={styles.sentence}>{t('ctaText')}</p>
          <Start />
        </section>
      </main>
      <Footer />
      <Suspense>{isWatching && <VideoDialog onClose={() => setWatching(false)} />}</Suspense>
    </div>
  );
}
