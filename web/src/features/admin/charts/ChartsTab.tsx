import type { Charts } from '@stagelink/shared/contracts/admin';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { localMoment } from '../analytics/activityFilter.ts';
import { useCharts } from '../api.ts';
import { ChartCard, type Figure } from './ChartCard.tsx';
import { Stack } from '../../../kit/layout/Stack.tsx';
import styles from './Charts.module.css';
import { t } from './copy.ts';
import {
  findActiveUsers,
  findRegistrations,
  findSnapshotUsage,
  labelOfDay,
  labelOfMonth,
  percent,
} from './findings.ts';

/** The feed of a month; the month is in UTC and the address in local time. */
function registrationsOf(month: string): string {
  const from = new Date(`${month}-01T00:00:00Z`);
  const to = new Date(from);
  to.setUTCMonth(from.getUTCMonth() + 1);
  const query = new URLSearchParams({
    tab: 'analytics',
    type: 'user_registered',
    time: 'between',
    from: localMoment(from),
    to: localMoment(to),
  });
  return `/admin?${query}`;
}

const figuresOf = ({ registrations, activeUsers, snapshotUsage }: Charts) => ({
  registrations: registrations.map(({ month, count }): Figure => ({
    label: labelOfMonth(month),
    value: count,
    to: registrationsOf(month),
  })),
  activeUsers: activeUsers.map(({ day, count }): Figure => ({
    label: labelOfDay(day),
    value: count,
    to: `/admin?activeOn=${day}`,
  })),
  snapshotUsage: snapshotUsage.map(({ bucket, count }): Figure => ({
    label: bucket,
    value: count,
    to: `/admin?snapshots=${encodeURIComponent(bucket)}`,
  })),
});

function Rate({ label, hint, share }: { label: string; hint: string; share: number | null }) {
  return (
    <div className={styles.rate}>
      <dt>{label}</dt>
      <dd className={styles.share}>{percent(share)}</dd>
      <dd className={styles.finding}>{hint}</dd>
    </div>
  );
}

/** How the server is used over time. */
export function ChartsTab() {
  const { data, error, refetch } = useCharts();
  if (!data && error)
    return (
      <ErrorState message={errorMessage(error, t('failed'))} error={error} onRetry={() => void refetch()} />
    );
  if (!data) {
    return <Skeleton heightPx={320} label={t('loading')} />;
  }
  const figures = figuresOf(data);
  return (
    <>
      <div className={styles.charts}>
        <ChartCard
          title={t('registrations')}
          finding={findRegistrations(data.registrations)}
          heads={[t('month'), t('registrations')]}
          figures={figures.registrations}
        />
        <ChartCard
          title={t('activeUsers')}
          finding={findActiveUsers(data.activeUsers)}
          heads={[t('day'), t('users')]}
          figures={figures.activeUsers}
        />
        <ChartCard
          title={t('snapshotUsage')}
          finding={findSnapshotUsage(data.snapshotUsage)}
          heads={[t('snapshots'), t('users')]}
          figures={figures.snapshotUsage}
        />
        <section aria-label={t('rates')} className={styles.card}>
          <h2 className={styles.title}>{t('rates')}</h2>
          <Stack as="dl" gap="large" above="large">
            <Rate label={t('conversion')} hint={t('conversionHint')} share={data.conversion} />
            <Rate label={t('churn')} hint={t('churnHint')} share={data.churn} />
          </Stack>
        </section>
      </div>
      <p className={styles.finding}>{t('utc')}</p>
    </>
  );
}
