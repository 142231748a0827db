import { t } from '../words/restage.ts';
import styles from './PinCounts.module.css';

const STATUSES = ['found', 'doubtful', 'lost', 'unknown'] as const;

interface PinCountsProps {
  /** Open pins by what became of them; of the unknown ones nobody could see the page. */
  counts: Readonly<Record<(typeof STATUSES)[number], number>>;
}

/** How the open pins stand on a version. */
export function PinCounts({ counts }: PinCountsProps) {
  const shown = STATUSES.filter((status) => counts[status] > 0 || status === 'found');
  return (
    <output className={styles.counts}>
      {shown.map((status) => (
        <span key={status} className={styles.count} data-status={status}>
          {t(status, { count: counts[status] })}
        </span>
      ))}
    </output>
  );
}
