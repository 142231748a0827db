import type { AdminUser, AdminUserFacts } from '@stagelink/shared/contracts/admin';
import { REASON_MAX } from '@stagelink/shared/contracts/limits';
import { wholeDay } from '@stagelink/shared/domain/format';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { Section } from '../../../kit/Section.tsx';
import { TextArea } from '../../../kit/TextArea.tsx';
import { endTrial, syncBilling } from '../api.ts';
import { Copyable } from '../list/Copyable.tsx';
import { Facts } from '../list/Facts.tsx';
import { runAndReport } from '../success.ts';
import { t } from './copy.ts';
import styles from './UserPage.module.css';

type Billing = NonNullable<AdminUserFacts['billing']>;

const dayOf = (at: string | null) => (at === null ? t('nothing') : wholeDay(new Date(at)));

const nextOf = ({ nextBillingAt, nextBillingAmount }: Billing) =>
  nextBillingAt === null ? t('nothing') : `${dayOf(nextBillingAt)}, $${(nextBillingAmount / 100).toFixed(2)}`;

function EndTrial({ user: { uid, name, email }, onClose }: { user: AdminUser; onClose: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      title={t('endTrialTitle', { name })}
      action={t('endTrial')}
      isIncomplete={reason.trim() === ''}
      onSubmit={() => runAndReport(() => endTrial(uid, reason), t('trialEnded'), t('endTrialFailed'))}
      onClose={onClose}
    >
      <p>{t('endTrialText', { email })}</p>
      <TextArea
        label={t('reason')}
        rows={3}
        maxLength={REASON_MAX}
        data-autofocus
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  );
}

function BillingFacts({ user, billing }: { user: AdminUser; billing: Billing }) {
  const [isEnding, setIsEnding] = useState(false);
  const [isSyncing, setIsSyncing] = useState(false);

  async function sync(): Promise<void> {
    setIsSyncing(true);
    await runAndReport(() => syncBilling(user.uid), t('synced'), t('syncFailed'));
    setIsSyncing(false);
  }

  return (
    <>
      <Facts
        facts={[
          [t('customer'), <Copyable key="customer" text={billing.customerId} />],
          [t('stripeStatus'), billing.status ?? t('nothing')],
          [t('price'), billing.plan === null ? t('nothing') : t(billing.plan)],
          [t('periodEnd'), dayOf(billing.periodEnd)],
          [t('nextBilling'), nextOf(billing)],
        ]}
      />
      <div className={styles.actions}>
        <Button size="small" variant="plain" isLoading={isSyncing} onClick={() => void sync()}>
          {t('sync')}
        </Button>
        {billing.status === 'trialing' && (
          <Button size="small" variant="plain" onClick={() => setIsEnding(true)}>
            {t('endTrial')}
          </Button>
        )}
        <a className={styles.link} href={billing.url} target="_blank" rel="noopener noreferrer">
          {t('openStripe')} <ExternalLink size={12} aria-hidden />
        </a>
      </div>
      {isEnding && <EndTrial user={user} onClose={() => setIsEnding(false)} />}
    </>
  );
}

/** What the payment provider says about the account. */
export const UserBilling = ({ user, billing }: { user: AdminUser; billing: Billing | null }) => (
  <Section title={t('billing')}>
    {billing ? (
      <BillingFacts user={user} billing={billing} />
    ) : (
      <p className={styles.plain}>{t('noBilling')}</p>
    )}
  </Section>
);
