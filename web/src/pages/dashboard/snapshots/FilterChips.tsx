import { CloseButton } from '@mantine/core';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t } from '../../../words/filters.ts';
import { t as list } from '../../../words/snapshots.ts';
import { chipsOf } from './chips.ts';
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
  return (
    <ul className={styles.chips} aria-label={t('filters')}>
      {chips.map(({ label, without }) => (
        <li key={label} className={styles.chip}>
          <span className={styles.label}>{label}</span>
          <CloseButton
            size={20}
            aria-label={t('removeFilter', { filter: label })}
            onClick={() => onAsk(without)}
          />
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => onAsk(UNFILTERED)}>
          {list('clearFilters')}
        </button>
      </li>
    </ul>
  );
}
