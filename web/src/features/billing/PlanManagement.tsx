import type { User } from '@stagelink/shared/contracts/accounts';
import { bytes } from '@stagelink/shared/domain/format';
import { useStorage } from '../identity/account/api.ts';
import { PRO_CENTS } from '@stagelink/shared/contracts/limits';
import { t } from './copy.ts';
import { price } from './price.ts';
import { Row, Rows } from '../../kit/Rows.tsx';
import { Section } from '../../kit/Section.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './PlanManagement.module.css';
import { PlanActions } from './PlanActions.tsx';
import { describePlan } from './planState.ts';

/** What the running subscription costs, before a promotion code. */
function Price({ billingPlan, canAccessPro }: User) {
  if (billingPlan === null || !canAccessPro) return null;
  const amount = price(PRO_CENTS[billingPlan]);
  return (
    <Row label={t('price')}>{t(billingPlan === 'annual' ? 'priceAnnual' : 'priceMonthly', { amount })}</Row>
  );
}

function PlanLimits({ user }: { user: User }) {
  const { activeSnapshots, snapshotBytes, storedBytes, maxExpiryDays, defaultExpiryDays } = user.limits;
  const storage = useStorage().data;
  return (
    <Rows>
      {user.role !== 'superadmin' && <Price {...user} />}
      <Row label={t('limitSnapshots')}>
        {activeSnapshots === null ? t('unlimited') : t('upTo', { value: activeSnapshots })}
      </Row>
      <Row label={t('limitSize')}>{t('upTo', { value: bytes(snapshotBytes) })}</Row>
      <Row label={t('limitStorage')}>
        {storage
          ? t('storageUsed', { used: bytes(storage.usedBytes), most: bytes(storage.maxBytes) })
          : t('upTo', { value: bytes(storedBytes) })}
      </Row>
      <Row label={t('limitExpiry')}>
        {t('expiryDays', { count: maxExpiryDays })}
        {defaultExpiryDays < maxExpiryDays && (
          <span className={styles.aside}>{t('expiryDefault', { count: defaultExpiryDays })}</span>
        )}
      </Row>
    </Rows>
  );
}

export function PlanManagement({ user }: { user: User }) {
  const { title, text } = describePlan(user);
  return (
    <Section anchor="plan" title={t('plan')} hint={t('planHint')}>
      <div className={styles.state}>
        <div className={styles.message}>
          <Text isStrong>{title}</Text>
          <Text tone="muted">{text}</Text>
        </div>
        <PlanActions user={user} />
      </div>
      <PlanLimits user={user} />
    </Section>
  );
}
