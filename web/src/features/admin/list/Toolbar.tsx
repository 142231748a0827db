import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { CloseButton } from '../../../kit/CloseButton.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useSearchField } from '../../../lib/useSearchField.ts';
import styles from './Toolbar.module.css';
import { t } from '../copy.ts';

interface ToolbarProps {
  /** The accessible name and placeholder of the search field. */
  label: string;
  search: string;
  onSearch: (search: string) => void;
  /** Undefined while loading. */
  total: number | undefined;
  children?: ReactNode;
  action?: ReactNode;
}

export function Toolbar({ label, search, onSearch, total, children, action }: ToolbarProps) {
  const [typed, setTyped] = useSearchField(search, onSearch);
  return (
    <search className={styles.toolbar}>
      <TextField
        className={styles.search}
        type="search"
        size="small"
        aria-label={label}
        placeholder={label}
        maxLength={NAME_MAX}
        value={typed}
        onChange={setTyped}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
        start={<Search size={14} aria-hidden />}
        end={
          typed !== '' && <CloseButton size="small" label={t('clearSearch')} onClick={() => setTyped('')} />
        }
      />
      {children}
      <p className={styles.count} aria-live="polite">
        {total !== undefined && t('count', { count: total, total: total.toLocaleString('en') })}
      </p>
      {action}
    </search>
  );
}
