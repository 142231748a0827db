import { Button } from '@mantine/core';
import type { User } from '@stagelink/shared/contracts/accounts';
import { useStorage } from '../../../data/account.ts';
import { bytes } from '../../../ui/bytes.ts';
import { Link } from '../../../ui/router.ts';
import { t } from '../../../words/settings.ts';
import { Row, Rows } from '../../../ui/Rows.tsx';
import { Section } from '../../../ui/Section.tsx';
import styles from './PlanManagement.module.css';
import { planActs } from './planActs.ts';
import { planSaid, planState } from './planState.ts';

function PlanLimits({ limits }: { limits: User['limits'] }) {
  const { activeSnapshots, snapshotBytes, storedBytes, maxExpiryDays, defaultExpiryDays } = limits;
  const storage = useStorage().data;
  return (
    <Rows>
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
  const { title, text } = planSaid(user);
  const acts = planActs(planState(user));
  return (
    <Section title={t('plan')} hint={t('planHint')}>
      <div className={styles.state}>
        <div className={styles.said}>
          <p className={styles.title}>{title}</p>
          <p className={styles.text}>{text}</p>
        </div>
        {acts.map(({ label, to }) => (
          <Button key={label} component={Link} to={to} size="xs">
            {label}
          </Button>
        ))}
      </div>
      <PlanLimits limits={user.limits} />
    </Section>
  );
}
