import { CloseButton } from '../../../kit/CloseButton.tsx';
import styles from './FilterChips.module.css';
import { t } from '../copy.ts';

interface Chip {
  label: string;
  onRemove: () => void;
}

/** Filters that no other control shows, each with a way to remove it. */
export function FilterChips({ chips }: { chips: readonly Chip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={t('filters')} className={styles.chips}>
      {chips.map(({ label, onRemove }) => (
        <li key={label}>
          {label}
          <CloseButton size="small" label={t('removeFilter', { filter: label })} onClick={onRemove} />
        </li>
      ))}
    </ul>
  );
}
