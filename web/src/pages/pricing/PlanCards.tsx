import { PLAN_LIMITS, PRO_CENTS } from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';
import type { BillingPlan, CheckoutMode } from '../../features/billing/checkoutApi.ts';
import { price } from '../../features/billing/price.ts';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Card } from './Card.tsx';
import { t } from './copy.ts';
import styles from './PricingPage.module.css';

const { free, pro } = PLAN_LIMITS;
const SAVED_CENTS = 12 * PRO_CENTS.monthly - PRO_CENTS.annual;
const SAVED = Math.round((SAVED_CENTS / (12 * PRO_CENTS.monthly)) * 100);

const dollars = (cents: number) => price(cents).replace('.00', '');

const FREE_LINES = () => [
  t('snapshots', { count: free.activeSnapshots ?? 0 }),
  t('size', { size: bytes(free.snapshotBytes) }),
  t('expiry', { count: free.maxExpiryDays }),
  t('freeRest'),
];

export const PRO_LINES = () => [
  t('unlimited'),
  t('size', { size: bytes(pro.snapshotBytes) }),
  t('expiry', { count: pro.maxExpiryDays }),
  t('feedback'),
  t('programs'),
  t('extension'),
  t('tokens'),
];

export function FreeCard({ hasSession }: { hasSession: boolean }) {
  return (
    <Card
      id="plan-free"
      title={t('free')}
      price={{ amount: '$0', time: t('forever') }}
      detail={t('freeDetail')}
      lines={FREE_LINES()}
      isMuted
    >
      {hasSession ? (
        <p className={styles.current}>{t('current')}</p>
      ) : (
        <a href="/login?mode=signup" className={buttonClass({ isWide: true, variant: 'plain' })}>
          {t('startFree')}
        </a>
      )}
    </Card>
  );
}

interface PlanCardProps {
  plan: BillingPlan;
  mode: CheckoutMode;
  hasSession: boolean;
}

/** Choosing without an account is a plain link to signing up, which also works before the scripts of the page. */
function Choose({ plan, mode, hasSession }: PlanCardProps) {
  const text = t(mode === 'trial' ? 'chooseTrial' : 'chooseUpgrade');
  const className = buttonClass({ isWide: true, variant: plan === 'annual' ? 'main' : 'plain' });
  if (hasSession)
    return (
      <>
        <button type="button" className={className} aria-describedby={`plan-${plan}`} data-choose={plan}>
          {text}
        </button>
        {mode === 'upgrade' && <div className={styles.wallet} data-wallet={plan} />}
      </>
    );
  return (
    <a
      href={`/login?mode=signup&plan=${plan}&redirect=pricing`}
      className={className}
      aria-describedby={`plan-${plan}`}
      data-keep-mode
    >
      {text}
    </a>
  );
}

export function PlanCard(props: PlanCardProps) {
  const { plan } = props;
  const isAnnual = plan === 'annual';
  return (
    <Card
      id={`plan-${plan}`}
      title={t(isAnnual ? 'proAnnual' : 'proMonthly')}
      {...(isAnnual && { badge: t('save', { percent: SAVED }) })}
      price={{ amount: dollars(PRO_CENTS[plan]), time: t(isAnnual ? 'perYear' : 'perMonth') }}
      detail={isAnnual ? t('annualDetail', { amount: dollars(SAVED_CENTS) }) : t('monthlyDetail')}
      lines={isAnnual ? PRO_LINES() : [t('sameAsAnnual')]}
    >
      <Choose {...props} />
    </Card>
  );
}
