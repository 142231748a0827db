import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { Search } from 'lucide-react';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { t } from './copy.ts';
import { Later } from './Later.ts';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { Kbd } from '../../kit/Kbd.tsx';
import { TextField } from '../../kit/TextField.tsx';
import styles from './Toolbar.module.css';
import type { ListView } from './useListView.ts';
import { useSearchField } from '../../lib/useSearchField.ts';

/** The `/` key focuses the search field by this id. */
export const SEARCH_ID = 'snapshot-search';

interface ToolbarProps {
  question: SnapshotFilters;
  counts: { matching: number; total: number } | undefined;
  onAsk: (change: Partial<SnapshotFilters>) => void;
  onSort: (sort: SnapshotFilters['sort']) => void;
  view: ListView;
  onView: (view: ListView) => void;
}

export function Toolbar({ question, counts, onAsk, ...controlProps }: ToolbarProps) {
  const [typed, setTyped] = useSearchField(question.search, (search) => onAsk({ search }));

  return (
    <search className={styles.toolbar}>
      <TextField
        id={SEARCH_ID}
        className={styles.search}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={NAME_MAX}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
        start={<Search size={14} aria-hidden />}
        end={
          typed === '' ? (
            <span aria-hidden>
              <Kbd size="small" className={styles.key}>
                /
              </Kbd>
            </span>
          ) : (
            <CloseButton size="small" label={t('clearSearch')} onClick={() => setTyped('')} />
          )
        }
      />
      <label className={styles.expired}>
        <Checkbox
          checked={question.status === 'active' ? 'none' : 'all'}
          onToggle={() => onAsk({ status: question.status === 'active' ? 'all' : 'active' })}
        />
        {t('showExpired')}
      </label>
      <p className={styles.count} aria-live="polite">
        {counts &&
          t('count', {
            count: counts.total,
            matching: counts.matching.toLocaleString('en'),
            total: counts.total.toLocaleString('en'),
          })}
      </p>
      <Later fallback={<div className={styles.controls} />}>
        {({ ListControls }) => <ListControls question={question} onAsk={onAsk} {...controlProps} />}
      </Later>
    </search>
  );
}
