import { LayoutGrid, List } from 'lucide-react';
import { IconButton } from '../../kit/IconButton.tsx';
import { t } from './copy.ts';
import type { ListView } from './useListView.ts';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { FilterButton } from './FilterButton.tsx';
import { FilterChips } from './FilterChips.tsx';
import { SortButton } from './SortButton.tsx';
import styles from './Toolbar.module.css';

interface ListControlsProps {
  question: SnapshotFilters;
  onSort: (sort: SnapshotFilters['sort']) => void;
  onAsk: (change: Partial<SnapshotFilters>) => void;
  view: ListView;
  onView: (view: ListView) => void;
}

/** Toolbar parts that load together with the list. */
export function ListControls(props: ListControlsProps) {
  const isGrid = props.view === 'grid';
  return (
    <>
      <div className={styles.controls}>
        <FilterButton {...props} />
        <SortButton {...props} />
        <IconButton
          label={t('gridView')}
          title={t('gridView')}
          aria-pressed={isGrid}
          className={styles.view}
          onClick={() => props.onView(isGrid ? 'list' : 'grid')}
        >
          {isGrid ? <List size={16} aria-hidden /> : <LayoutGrid size={16} aria-hidden />}
        </IconButton>
      </div>
      <FilterChips {...props} />
    </>
  );
}
