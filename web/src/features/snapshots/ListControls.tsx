import type { SnapshotFilters } from './snapshotFilters.ts';
import { FilterButton } from './FilterButton.tsx';
import { FilterChips } from './FilterChips.tsx';
import { SortButton } from './SortButton.tsx';
import styles from './Toolbar.module.css';

interface ListControlsProps {
  question: SnapshotFilters;
  onSort: (sort: SnapshotFilters['sort']) => void;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

/** Toolbar parts that load together with the list. */
export function ListControls(props: ListControlsProps) {
  return (
    <>
      <div className={styles.controls}>
        <FilterButton {...props} />
        <SortButton {...props} />
      </div>
      <FilterChips {...props} />
    </>
  );
}
