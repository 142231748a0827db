import { buttonClass } from '../../kit/buttonClass.ts';
import { joinClasses } from '../../kit/joinClasses.ts';
import { AuthBackdrop } from '../../kit/AuthBackdrop.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { t } from './copy.ts';
import * as drawings from './features/drawings.tsx';
import * as loop from './features/loopDrawings.tsx';
import { ProductPicture } from '../../kit/ProductPicture.tsx';
import { Sample } from './Sample.tsx';
import { Taglines } from './Taglines.tsx';
import { TryOutSection } from './TryOutSection.tsx';
import { VideoDialog } from './VideoDialog.tsx';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './LandingPage.module.css';

const STEPS = [
  ['build', 'buildText'],
  ['deploy', 'deployText'],
  ['share', 'shareText'],
] as const;

const FEATURES = [
  ['unlimited', 'unlimitedText', drawings.Snapshots],
  ['protection', 'protectionText', drawings.Protection],
  ['comments', 'commentsText', drawings.Comments],
  ['reviews', 'reviewsText', drawings.Reviews],
  ['checks', 'checksText', drawings.Checks],
  ['overview', 'overviewText', drawings.Overview],
] as const;

const LOOP = [
  ['loopComment', 'loopCommentText', loop.Commented],
  ['loopProposal', 'loopProposalText', loop.Proposed],
  ['loopCompare', 'loopCompareText', loop.Compared],
  ['loopConfirm', 'loopConfirmText', loop.Confirmed],
] as const;

function Entrance({ hasSession }: { hasSession: boolean }) {
  if (hasSession)
    return (
      <a href="/dashboard" className={buttonClass({ variant: 'plain' })}>
        {t('dashboard')}
      </a>
    );
  return (
    <>
      <a href="/login" className={buttonClass({ variant: 'quiet' })}>
        {t('logIn')}
      </a>
      <a href="/login?mode=signup" className={buttonClass({ variant: 'plain' })}>
        {t('signUp')}
      </a>
    </>
  );
}

function Header({ hasSession }: { hasSession: boolean }) {
  return (
    <header className={styles.header}>
      <a href="/" className={styles.product}>
        <Logo size={20} />
        {t('product')}
      </a>
      <nav className={styles.nav} aria-label={t('site')}>
        <a href="#how-it-works" className={joinClasses(buttonClass({ variant: 'quiet' }), styles.wide)}>
          {t('howItWorks')}
        </a>
        <a href="#features" className={joinClasses(buttonClass({ variant: 'quiet' }), styles.wide)}>
          {t('features')}
        </a>
        <a href="/pricing" className={buttonClass({ variant: 'quiet' })}>
          {t('pricing')}
        </a>
        <a href="/docs" className={joinClasses(buttonClass({ variant: 'quiet' }), styles.docs)}>
          {t('docs')}
        </a>
        <Entrance hasSession={hasSession} />
      </nav>
    </header>
  );
}

function Start() {
  return (
    <a href="/login" className={buttonClass({ size: 'large' })}>
      {t('start')}
    </a>
  );
}

function Hero({ offersTryOut }: { offersTryOut: boolean }) {
  return (
    <AuthBackdrop>
      <canvas className={styles.sky} aria-hidden data-sky />
      <div className={styles.hero}>
        <output className={styles.unknown} data-unknown />
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.sentence}>{t('sentence')}</p>
        <Taglines />
        <Line gap="medium" isWrapping justify="center">
          <Start />
          <button type="button" className={buttonClass({ size: 'large', variant: 'plain' })} data-watch>
            {t('watch')}
          </button>
        </Line>
        {offersTryOut ? (
          <>
            <Sample />
            <TryOutSection />
          </>
        ) : (
          <ProductPicture className={styles.picture} name="viewer" alt={t('viewerPicture')} isFirst />
        )}
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
      <ProductPicture className={styles.picture} name="dashboard" alt={t('dashboardPicture')} />
    </section>
  );
}

function Loop() {
  return (
    <section className={styles.section} aria-labelledby="loop-title">
      <h2 id="loop-title" className={styles.heading}>
        {t('loop')}
      </h2>
      <p className={styles.sentence}>{t('loopText')}</p>
      <ol className={`${styles.features} ${styles.loop}`}>
        {LOOP.map(([step, text, Drawing]) => (
          <li key={step}>
            <Drawing />
            <h3>{t(step)}</h3>
            <p>{t(text)}</p>
          </li>
        ))}
      </ol>
      <a href="/docs/coding-agents" className={styles.more}>
        {t('loopLink')}
      </a>
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
        {FEATURES.map(([feature, text, Drawing]) => (
          <li key={feature}>
            <Drawing />
            <h3>{t(feature)}</h3>
            <p>
              {t(text)}
              {feature === 'comments' && (
                <>
                  {' '}
                  <a href="/docs/pins">{t('commentsLink')}</a>
                </>
              )}
            </p>
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
  hasSession: boolean;
  offersTryOut: boolean;
}

/** Rendered at build time; the scripts in `client/` add what moves. */
export function LandingPage({ hasSession, offersTryOut }: LandingPageProps) {
  return (
    <div className={`stagePage ${styles.page}`} data-theme="dark" data-session={hasSession || undefined}>
      <a href="#content" className="skip">
        {t('skip')}
      </a>
      <Header hasSession={hasSession} />
      <main id="content" tabIndex={-1} className={styles.content}>
        <Hero offersTryOut={offersTryOut} />
        <HowItWorks />
        <Loop />
        <Features />
        <section className={styles.cta}>
          <h2 className={styles.heading}>{t('ctaTitle')}</h2>
          <p className={styles.sentence}>{t('ctaText')}</p>
          <Start />
        </section>
      </main>
      <Footer />
      <VideoDialog />
    </div>
  );
}
