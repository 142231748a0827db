import { CloseButton } from '@mantine/core';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t } from '../../../words/filters.ts';
import { t as list } from '../../../words/snapshots.ts';
import { chipsOf } from './chips.ts';
import { FILTER_ID } from './FilterButton.tsx';
import styles from './FilterChips.module.css';
import { UNFILTERED } from './useListQuestion.ts';

interface FilterChipsProps {
  question: ListQuestion;
  onAsk: (change: Partial<ListQuestion>) => void;
}

/** What the list is narrowed by, each with a way to let go of it. */
export function FilterChips({ question, onAsk }: FilterChipsProps) {
  const chips = chipsOf(question, useNow());
  if (chips.length === 0) return null;

  function letGo(without: Partial<ListQuestion>): void {
    // What was pressed goes with the filter, and would take the focus with it.
    document.getElementById(FILTER_ID)?.focus();
    onAsk(without);
  }

  return (
    <ul className={styles.chips} aria-label={t('filters')}>
      {chips.map(({ label, without }) => (
        <li key={label} className={styles.chip}>
          <span className={styles.label}>{label}</span>
          <CloseButton
            size={20}
            aria-label={t('removeFilter', { filter: label })}
            onClick={() => letGo(without)}
          />
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => letGo(UNFILTERED)}>
          {list('clearFilters')}
        </button>
      </li>
    </ul>
  );
}
