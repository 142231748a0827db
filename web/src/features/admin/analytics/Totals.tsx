import { type Stats, SUBSCRIPTION_FILTERS } from '@stagelink/shared/contracts/admin';
import { ErrorState } from '../../../kit/ErrorState.tsx';
import { Skeleton } from '../../../kit/Skeleton.tsx';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { Link } from '../../../lib/router.ts';
import { useStats } from '../api.ts';
import { t } from './copy.ts';
import { abbreviated } from './format.ts';
import styles from './Totals.module.css';

interface Figure {
  label: string;
  count: number;
  /** The list that it counts. */
  to: string;
}

const systemOf = ({ system }: Stats): Figure[] => [
  { label: t('totalUsers'), count: system.totalUsers, to: '/admin' },
  { label: t('totalSnapshots'), count: system.totalSnapshots, to: '/admin?tab=snapshots' },
  { label: t('activeSessions'), count: system.activeSessions, to: '/admin?tab=analytics&view=sessions' },
];

const subscriptionsOf = ({ subscriptions }: Stats): Figure[] =>
  SUBSCRIPTION_FILTERS.map((name) => ({
    label: t(name),
    count: subscriptions[name],
    to: `/admin?subscription=${name}`,
  }));

function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <section aria-label={title} className={styles.group}>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.figures}>
        {figures.map(({ label, count, to }) => (
          <li key={label}>
            <Link to={to} className={styles.figure} title={count.toLocaleString('en')}>
              <span className={styles.count}>{abbreviated(count)}</span>
              <span className={styles.label}>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The totals of the server; each leads to the list it counts. */
export function Totals() {
  const { data, error, refetch } = useStats();
  if (!data && error)
    return <ErrorState message={errorMessage(error, t('statsFailed'))} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton heightPx={176} />;
  return (
    <div className={styles.totals}>
      <Figures title={t('system')} figures={systemOf(data)} />
      <Figures title={t('subscriptions')} figures={subscriptionsOf(data)} />
    </div>
  );
}
