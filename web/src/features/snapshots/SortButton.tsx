import { SORTS } from '@stagelink/shared/contracts/snapshots';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { Button } from '../../kit/Button.tsx';
import { Menu, MenuDivider, MenuRadioItems } from '../../kit/Menu.tsx';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { t } from './copy.ts';
import styles from './Toolbar.module.css';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

interface SortButtonProps {
  question: SnapshotFilters;
  onSort: (sort: SnapshotFilters['sort']) => void;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

/** All sort orders; the column headers offer the common ones. */
export function SortButton({ question, onSort, onAsk }: SortButtonProps) {
  const Arrow = question.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Menu
      align="start"
      widthPx={188}
      trigger={
        <Button
          size="small"
          variant="plain"
          className={styles.button}
          aria-label={t('sortedBy', { sort: t(question.sort) })}
        >
          <Arrow size={14} aria-hidden />
          <span className={styles.word}>{t(question.sort)}</span>
        </Button>
      }
    >
      <MenuRadioItems
        options={SORTS.map((sort) => ({ value: sort, label: t(sort) }))}
        value={question.sort}
        onChange={(sort) => {
          if (sort !== question.sort) onSort(sort);
        }}
      />
      <MenuDivider />
      <MenuRadioItems
        options={(['asc', 'desc'] as const).map((order) => ({ value: order, label: t(ORDERS[order]) }))}
        value={question.order}
        onChange={(order) => onAsk({ order })}
      />
    </Menu>
  );
}
