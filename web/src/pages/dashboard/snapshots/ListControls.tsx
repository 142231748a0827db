import type { ListQuestion } from '../../../data/listQuestion.ts';
import { FilterButton } from './FilterButton.tsx';
import { FilterChips } from './FilterChips.tsx';
import { SortButton } from './SortButton.tsx';
import styles from './Toolbar.module.css';

interface ListControlsProps {
  question: ListQuestion;
  onSort: (sort: ListQuestion['sort']) => void;
  onAsk: (change: Partial<ListQuestion>) => void;
}

/** What opens and closes in the toolbar, and what was chosen there; it comes with the list. */
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
