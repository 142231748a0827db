import type { Summary } from '../summaryApi.ts';
import { t } from './copy.ts';
import styles from './Widgets.module.css';

const NUMBERS = ['activeSnapshots', 'totalViews', 'comments', 'reviews'] as const;
const inFull = new Intl.NumberFormat('en');
const inShort = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
/** From here on a number does not fit a quarter of a phone's width. */
const LONG = 100_000;

export function QuickStats({ stats }: { stats: Summary['quickStats'] }) {
  return (
    <section aria-label={t('stats')}>
      <dl className={styles.stats}>
        {NUMBERS.map((name) => (
          <div key={name} className={styles.stat}>
            <dt>{t(name, { count: stats[name] })}</dt>
            <dd title={inFull.format(stats[name])}>
              {(stats[name] < LONG ? inFull : inShort).format(stats[name])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
