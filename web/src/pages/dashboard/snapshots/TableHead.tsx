import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ListQuestion } from '../../../data/snapshots.ts';
import { t } from '../../../words/snapshots.ts';
import styles from './SnapshotTable.module.css';

const COLUMNS = [
  { sort: 'name', label: 'name', className: styles.name },
  { sort: 'created', label: 'created', className: styles.created },
  { sort: 'expires', label: 'expires', className: styles.expires },
  { sort: 'views', label: 'views', className: styles.views },
] as const;

interface TableHeadProps {
  question: ListQuestion;
  onSort: (sort: ListQuestion['sort']) => void;
}

export function TableHead({ question, onSort }: TableHeadProps) {
  const Arrow = question.order === 'asc' ? ArrowUp : ArrowDown;
  const direction = question.order === 'asc' ? 'ascending' : 'descending';
  return (
    <thead className={styles.head}>
      <tr className={styles.headRow} aria-rowindex={1}>
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
        <th scope="col" className={styles.actions}>
          <span className={styles.unseen}>{t('actions')}</span>
        </th>
      </tr>
    </thead>
  );
}
