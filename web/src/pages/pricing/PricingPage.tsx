import type { User } from '@stagelink/shared/contracts/accounts';
import { PLAN_LIMITS, PRO_CENTS, TRIAL_DAYS } from '@stagelink/shared/contracts/limits';
import { bytes } from '@stagelink/shared/domain/format';
import { ArrowLeft, Check } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { type BillingPlan, type CheckoutMode, openPortal } from '../../features/billing/api.ts';
import { WalletButton } from '../../features/billing/WalletButton.tsx';
import { t as billing } from '../../features/billing/copy.ts';
import { price } from '../../features/billing/price.ts';
import { useSignInOptions } from '../../features/identity/account/api.ts';
import { useSession } from '../../features/identity/account/sessionApi.ts';
import { Alert } from '../../kit/Alert.tsx';
import { Badge } from '../../kit/Badge.tsx';
import { Button } from '../../kit/Button.tsx';
import { buttonClass } from '../../kit/buttonClass.ts';
import { Loading } from '../../kit/Loading.tsx';
import { Logo } from '../../kit/Logo.tsx';
import { runWithToast } from '../../kit/runWithToast.ts';
import { t as common } from '../../lib/commonCopy.ts';
import { Link, useSearchParams } from '../../lib/router.ts';
import { t } from './copy.ts';
import { keepMode, modeOf } from './mode.ts';
import styles from './PricingPage.module.css';
import { useCheckout } from './useCheckout.ts';

const { free, pro } = PLAN_LIMITS;
const SAVED = Math.round((1 - PRO_CENTS.annual / (12 * PRO_CENTS.monthly)) * 100);

const LINES = () => [
  t('unlimited'),
  t('size', { size: bytes(pro.snapshotBytes) }),
  t('expiry', { count: pro.maxExpiryDays }),
  t('extension'),
  t('tokens'),
];

interface PlanCardProps {
  plan: BillingPlan;
  mode: CheckoutMode;
  /** Without an account, choosing leads to signing up. */
  isVisitor: boolean;
  /** Which card works; the other one waits. */
  opening: BillingPlan | null;
  onChoose: (plan: BillingPlan) => void;
  wallet: ReactNode;
}

interface SignUpProps {
  plan: BillingPlan;
  mode: CheckoutMode;
}

/** A plain link, which also works before the scripts of the page. */
function SignUp({ plan, mode }: SignUpProps) {
  return (
    <a
      href={`/login?mode=signup&plan=${plan}&redirect=pricing`}
      className={buttonClass({ isWide: true, variant: plan === 'annual' ? 'main' : 'plain' })}
      aria-describedby={`plan-${plan}`}
      data-mode={mode}
      onClick={() => keepMode(mode)}
    >
      {t(mode === 'trial' ? 'chooseTrial' : 'chooseUpgrade')}
    </a>
  );
}

function PlanCard({ plan, mode, isVisitor, opening, onChoose, wallet }: PlanCardProps) {
  return (
    <section className={styles.card} aria-labelledby={`plan-${plan}`}>
      <h2 id={`plan-${plan}`} className={styles.plan}>
        {t(plan)}
        {plan === 'annual' && <Badge>{t('save', { percent: SAVED })}</Badge>}
      </h2>
      <p className={styles.price}>
        <strong>{price(PRO_CENTS[plan]).replace('.00', '')}</strong>{' '}
        {t(plan === 'monthly' ? 'perMonth' : 'perYear')}
      </p>
      <ul className={styles.lines}>
        {LINES().map((line) => (
          <li key={line}>
            <Check size={16} aria-hidden />
            {line}
          </li>
        ))}
      </ul>
      {isVisitor ? (
        <SignUp plan={plan} mode={mode} />
      ) : (
        <Button
          isWide
          variant={plan === 'annual' ? 'main' : 'plain'}
          isLoading={opening === plan}
          disabled={opening !== null}
          aria-describedby={`plan-${plan}`}
          onClick={() => onChoose(plan)}
        >
          {t(mode === 'trial' ? 'chooseTrial' : 'chooseUpgrade')}
        </Button>
      )}
      {wallet}
    </section>
  );
}

/** Why this visitor cannot buy, or null. */
function Obstacle({ user, isSold }: { user: User | null; isSold: boolean }) {
  if (!isSold) return <p>{t('selfHosted')}</p>;
  const isPastDue = user?.subscriptionStatus === 'past_due';
  return (
    <>
      <p>{t(isPastDue ? 'pastDue' : 'alreadyPro')}</p>
      {isPastDue ? (
        <Button onClick={() => void runWithToast({ act: openPortal, failed: billing('portalFailed') })}>
          {billing('updatePayment')}
        </Button>
      ) : (
        <Link to="/settings" reloadDocument className={buttonClass({ variant: 'plain' })}>
          {t('settings')}
        </Link>
      )}
    </>
  );
}

function noticeOf(query: URLSearchParams, user: User | null): string | null {
  if (query.get('notice') === 'card_used') return t('cardUsed');
  return user?.hasHadTrial && query.get('mode') === 'trial' ? t('trialUsed') : null;
}

function Offer({ user, stripeKey }: { user: User | null; stripeKey: string | null }) {
  const [query] = useSearchParams();
  const mode = user?.hasHadTrial ? 'upgrade' : modeOf(query);
  const notice = noticeOf(query, user);
  const { opening, isStarting, failure, choose, stop, wallet } = useCheckout(user, mode);
  const hasWallet = user !== null && mode === 'upgrade' && stripeKey !== null;
  return (
    <>
      <h1 className={styles.title}>
        {mode === 'trial' ? t('trialTitle', { count: TRIAL_DAYS }) : t('upgradeTitle')}
      </h1>
      <p className={styles.lead}>{t(mode === 'trial' ? 'trialLead' : 'upgradeLead')}</p>
      {notice !== null && <Alert tone="neutral">{notice}</Alert>}
      {failure !== null && <Alert>{failure}</Alert>}
      {isStarting && (
        <output className={styles.starting}>
          {t('opening')}{' '}
          <Button size="mini" variant="plain" onClick={stop}>
            {t('stop')}
          </Button>
        </output>
      )}
      <div className={styles.cards}>
        {(['monthly', 'annual'] as const).map((plan) => (
          <PlanCard
            key={plan}
            plan={plan}
            mode={mode}
            isVisitor={user === null}
            opening={opening}
            onChoose={choose}
            wallet={hasWallet && <WalletButton stripeKey={stripeKey} plan={plan} {...wallet(plan)} />}
          />
        ))}
      </div>
      <p className={styles.note}>{t('promotion')}</p>
      <p className={styles.note}>
        <strong>{t('free')}.</strong>{' '}
        {t('freeLine', {
          snapshots: free.activeSnapshots,
          size: bytes(free.snapshotBytes),
          days: free.maxExpiryDays,
        })}
      </p>
    </>
  );
}

const QUESTIONS = () =>
  [
    [t('endQuestion'), t('endAnswer')],
    [t('cancelQuestion'), t('cancelAnswer')],
    [t('switchQuestion'), t('switchAnswer')],
    [t('taxQuestion'), t('taxAnswer')],
  ] as const;

function Questions() {
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">{t('questions')}</h2>
      <dl>
        {QUESTIONS().map(([question, answer]) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function PricingPage() {
  useEffect(() => {
    document.title = `${t('title')} · ${common('product')}`;
  }, []);
  const session = useSession();
  const options = useSignInOptions();
  const isKnown = session.data !== undefined && options.data !== undefined;
  const user = session.data?.user ?? null;
  const isSold = options.data?.billing === true;
  const stripeKey = options.data?.stripePublishableKey ?? null;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Link to={user ? '/dashboard' : '/'} reloadDocument className={styles.back}>
          <ArrowLeft size={16} aria-hidden />
          {t('back')}
        </Link>
        <span className={styles.product}>
          <Logo size={18} />
          {common('product')}
        </span>
      </header>
      <main className={styles.main}>
        {!isKnown && <Loading />}
        {isKnown && (user?.canAccessPro === true || !isSold || user?.subscriptionStatus === 'past_due') && (
          <div className={styles.obstacle}>
            <h1 className={styles.title}>{t('title')}</h1>
            <Obstacle user={user} isSold={isSold} />
          </div>
        )}
        {isKnown && isSold && user?.canAccessPro !== true && user?.subscriptionStatus !== 'past_due' && (
          <>
            <Offer user={user} stripeKey={stripeKey} />
            <Questions />
          </>
        )}
      </main>
    </div>
  );
}
