import { TRIAL_DAYS } from '@stagelink/shared/contracts/limits';
import { ArrowLeft } from 'lucide-react';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Logo } from '../../kit/Logo.tsx';
import { ProductPicture } from '../../kit/ProductPicture.tsx';
import { t as common } from '../../lib/commonCopy.ts';
import { Card } from './Card.tsx';
import { t } from './copy.ts';
import { FreeCard, PlanCard, PRO_LINES } from './PlanCards.tsx';
import styles from './PricingPage.module.css';
import { Questions } from './Questions.tsx';

/** Offers of Pro, with their notices. */
const OFFERS = {
  upgrade: { mode: 'upgrade', notice: null },
  trial: { mode: 'trial', notice: null },
  trialUsed: { mode: 'upgrade', notice: 'trialUsed' },
  cardUsed: { mode: 'upgrade', notice: 'cardUsed' },
} as const;

export type Prices = keyof typeof OFFERS | 'included' | 'pro' | 'pastDue';

/** Where the page says what the checkout does; a script fills it in. */
function CheckoutState() {
  return (
    <div className={styles.state}>
      <output data-opening hidden>
        {t('opening')}{' '}
        <button type="button" className={buttonClass({ size: 'mini', variant: 'plain' })}>
          {t('stop')}
        </button>
      </output>
      <p role="alert" className={styles.failure} />
    </div>
  );
}

interface OfferProps {
  offer: keyof typeof OFFERS;
  hasSession: boolean;
  hasTaxes: boolean;
}

function Offer({ offer, hasSession, hasTaxes }: OfferProps) {
  const { mode, notice } = OFFERS[offer];
  return (
    <>
      <h1 className={styles.title}>
        {mode === 'trial' ? t('trialTitle', { count: TRIAL_DAYS }) : t('upgradeTitle')}
      </h1>
      <p className={styles.lead}>{t(mode === 'trial' ? 'trialLead' : 'upgradeLead')}</p>
      {notice !== null && <p className={styles.notice}>{t(notice)}</p>}
      {hasSession && <CheckoutState />}
      <div className={styles.cards} data-mode={mode} data-stripe-key="{STRIPE_PUBLISHABLE_KEY}">
        <PlanCard plan="annual" mode={mode} hasSession={hasSession} />
        <PlanCard plan="monthly" mode={mode} hasSession={hasSession} />
        <FreeCard hasSession={hasSession} />
      </div>
      <p className={styles.note}>{t('promotion')}</p>
      <ProductPicture name="dashboard" alt={t('picture')} className={styles.picture} />
      <Questions hasTaxes={hasTaxes} />
    </>
  );
}

const PRO = {
  included: { sentence: 'selfHosted', detail: 'selfHostedDetail' },
  pro: { sentence: 'alreadyPro', detail: 'alreadyProDetail' },
  pastDue: { sentence: 'pastDue', detail: 'pastDueDetail' },
} as const;

function LeadOn({ prices, hasSession }: { prices: keyof typeof PRO; hasSession: boolean }) {
  if (prices === 'pastDue')
    return (
      <button type="button" className={buttonClass({ isWide: true })} data-portal>
        {t('updatePayment')}
      </button>
    );
  if (!hasSession)
    return (
      <a href="/login?mode=signup" className={buttonClass({ isWide: true })}>
        {t('signUp')}
      </a>
    );
  return (
    <a href="/dashboard" className={buttonClass({ isWide: true })}>
      {t('dashboard')}
    </a>
  );
}

/** What an account has for which nothing is sold. */
function WithPro({ prices, hasSession }: { prices: keyof typeof PRO; hasSession: boolean }) {
  const { sentence, detail } = PRO[prices];
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <p className={styles.lead}>{t(sentence)}</p>
      <div className={styles.state}>
        <p role="alert" className={styles.failure} />
      </div>
      <div className={styles.single}>
        <Card id="pro" title={t('pro')} detail={t(detail)} lines={PRO_LINES()}>
          <LeadOn prices={prices} hasSession={hasSession} />
          {prices === 'pro' && (
            <a href="/settings" className={buttonClass({ isWide: true, variant: 'plain' })}>
              {t('settings')}
            </a>
          )}
        </Card>
      </div>
    </>
  );
}

interface PricingPageProps {
  prices: Prices;
  hasSession: boolean;
  /** The checkout adds taxes. */
  hasTaxes?: boolean;
}

/** Rendered at build time; the scripts in `client/` open the checkout. */
export function PricingPage({ prices, hasSession, hasTaxes = false }: PricingPageProps) {
  return (
    <div className={`pricingPage ${styles.page}`} data-session={hasSession || undefined}>
      <header className={styles.header}>
        <a href={hasSession ? '/dashboard' : '/'} className={styles.back}>
          <ArrowLeft size={16} aria-hidden />
          {t('back')}
        </a>
        <span className={styles.product}>
          <Logo size={18} />
          {common('product')}
        </span>
      </header>
      <main className={styles.content}>
        {prices === 'included' || prices === 'pro' || prices === 'pastDue' ? (
          <WithPro prices={prices} hasSession={hasSession} />
        ) : (
          <Offer offer={prices} hasSession={hasSession} hasTaxes={hasTaxes} />
        )}
      </main>
    </div>
  );
}
