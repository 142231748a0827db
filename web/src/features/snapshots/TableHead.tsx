import { ArrowDown, ArrowUp } from 'lucide-react';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { t } from './copy.ts';
import { Checkbox, type CheckedState } from '../../kit/Checkbox.tsx';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import styles from './SnapshotTable.module.css';

const COLUMNS = [
  { sort: 'name', label: 'name', className: styles.name },
  { sort: 'created', label: 'created', className: styles.created },
  { sort: 'expires', label: 'expires', className: styles.expires },
  { sort: 'views', label: 'views', className: styles.views },
] as const;

interface TableHeadProps {
  question: SnapshotFilters;
  onSort: (sort: SnapshotFilters['sort']) => void;
  checked: CheckedState;
  onSelectAll: () => void;
  onClear: () => void;
}

export function TableHead({ question, onSort, checked, onSelectAll, onClear }: TableHeadProps) {
  const Arrow = question.order === 'asc' ? ArrowUp : ArrowDown;
  const direction = question.order === 'asc' ? 'ascending' : 'descending';
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1} data-selecting={checked !== 'none'}>
        <td className={styles.check}>
          <Checkbox
            label={t('selectAll')}
            checked={checked}
            onToggle={() => (checked === 'all' ? onClear() : onSelectAll())}
          />
        </td>
        <td className={styles.picture} aria-hidden />
        {COLUMNS.map(({ sort, label, className }) => {
          const isSorted = question.sort === sort;
          return (
            <th key={sort} scope="col" className={className} aria-sort={isSorted ? direction : 'none'}>
              <button type="button" className={styles.sort} onClick={() => onSort(sort)}>
                {t(label)}
                {isSorted && <Arrow size={12} aria-hidden />}
              </button>
            </th>
          );
        })}
        <th scope="col" className={styles.review}>
          <span className={styles.plain}>{t('review')}</span>
        </th>
        <th scope="col" className={styles.actions}>
          <VisuallyHidden>{t('actions')}</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}
