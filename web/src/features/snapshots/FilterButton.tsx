import { ListFilter } from 'lucide-react';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { Button } from '../../kit/Button.tsx';
import { Popover } from '../../kit/Popover.tsx';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { chipsOf } from './chips.ts';
import { Filters } from './Filters.tsx';
import styles from './Toolbar.module.css';

/** Receives the focus when a filter is removed. */
export const FILTER_ID = 'snapshot-filter';

interface FilterButtonProps {
  question: SnapshotFilters;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

export function FilterButton({ question, onAsk }: FilterButtonProps) {
  const count = chipsOf(question, useNow()).length;
  return (
    <Popover
      align="start"
      widthPx={320}
      className={styles.dropdown}
      trigger={
        <Button
          id={FILTER_ID}
          size="small"
          variant="plain"
          className={styles.button}
          aria-label={count === 0 ? t('filter') : t('filterOn', { count })}
        >
          <ListFilter size={14} aria-hidden />
          <span className={styles.word}>{t('filter')}</span>
          {count > 0 && <span className={styles.on} data-count={count} />}
        </Button>
      }
    >
      <Filters question={question} onAsk={onAsk} />
    </Popover>
  );
}
