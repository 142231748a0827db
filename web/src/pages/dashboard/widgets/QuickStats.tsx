import type { Summary } from '../../../data/summary.ts';
import { t } from '../../../words/widgets.ts';
import styles from './Widgets.module.css';

const NUMBERS = ['activeSnapshots', 'totalViews', 'comments', 'reviews'] as const;
const inFull = new Intl.NumberFormat('en');

export function QuickStats({ stats }: { stats: Summary['quickStats'] }) {
  return (
    <section aria-label={t('stats')}>
      <dl className={styles.stats}>
        {NUMBERS.map((name) => (
          <div key={name} className={styles.stat}>
            <dt>{t(name, { count: stats[name] })}</dt>
            <dd>{inFull.format(stats[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
