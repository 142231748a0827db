import type { PinCounts as Counts } from '@stagelink/shared/domain/pinSummary';
import { t } from '../staging/copy.ts';
import { Line } from '../../kit/layout/Line.tsx';
import styles from './PinCounts.module.css';

const STATUSES = ['found', 'doubtful', 'lost', 'removed', 'unknown'] as const;

interface PinCountsProps {
  /** Unresolved pins by status; unknown ones are on pages that could not be opened. */
  counts: Readonly<Counts>;
}

export function PinCounts({ counts }: PinCountsProps) {
  const shown = STATUSES.filter((status) => (counts[status] ?? 0) > 0 || status === 'found');
  return (
    <Line as="output" isWrapping gap="small">
      {shown.map((status) => (
        <span key={status} className={styles.count} data-status={status}>
          {t(status, { count: counts[status] ?? 0 })}
        </span>
      ))}
    </Line>
  );
}
