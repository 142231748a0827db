import { CloseButton } from '../../kit/CloseButton.tsx';
import { type SnapshotFilters, UNFILTERED } from './snapshotFilters.ts';
import { useNow } from '../../lib/useNow.ts';
import { t } from './copy.ts';
import { chipsOf } from './chips.ts';
import { FILTER_ID } from './FilterButton.tsx';
import { Text } from '../../kit/layout/Text.tsx';
import styles from './FilterChips.module.css';

interface FilterChipsProps {
  question: SnapshotFilters;
  onAsk: (change: Partial<SnapshotFilters>) => void;
}

export function FilterChips({ question, onAsk }: FilterChipsProps) {
  const chips = chipsOf(question, useNow());
  if (chips.length === 0) return null;

  function letGo(without: Partial<SnapshotFilters>): void {
    // The pressed chip is removed and would lose the focus.
    document.getElementById(FILTER_ID)?.focus();
    onAsk(without);
  }

  return (
    <ul className={styles.chips} aria-label={t('filters')}>
      {chips.map(({ label, without }) => (
        <li key={label} className={styles.chip}>
          <Text as="span" isTruncated>
            {label}
          </Text>
          <CloseButton
            size="tiny"
            label={t('removeFilter', { filter: label })}
            onClick={() => letGo(without)}
          />
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => letGo(UNFILTERED)}>
          {t('clearFilters')}
        </button>
      </li>
    </ul>
  );
}
