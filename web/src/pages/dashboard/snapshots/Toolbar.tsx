import { CloseButton, Kbd, TextInput } from '@mantine/core';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { Search } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { t } from '../../../words/snapshots.ts';
import { Check } from './Check.tsx';
import styles from './Toolbar.module.css';
import { useSearchField } from './useSearchField.ts';

// Popover and menu come behind the first picture.
const controls = import('./ListControls.tsx');
const ListControls = lazy(async () => ({ default: (await controls).ListControls }));

/** The search field's id, so that `/` finds it. */
export const SEARCH_ID = 'snapshot-search';

interface ToolbarProps {
  question: ListQuestion;
  counts: { matching: number; total: number } | undefined;
  onAsk: (change: Partial<ListQuestion>) => void;
  onSort: (sort: ListQuestion['sort']) => void;
}

export function Toolbar({ question, counts, onAsk, onSort }: ToolbarProps) {
  const [typed, setTyped] = useSearchField(question.search, (search) => onAsk({ search }));

  return (
    <search className={styles.toolbar}>
      <TextInput
        id={SEARCH_ID}
        className={styles.search}
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped('');
        }}
        leftSection={<Search size={14} aria-hidden />}
        rightSection={
          typed === '' ? (
            <Kbd size="xs" className={styles.key} aria-hidden>
              /
            </Kbd>
          ) : (
            <CloseButton size="sm" aria-label={t('clearSearch')} onClick={() => setTyped('')} />
          )
        }
      />
      <label className={styles.expired}>
        <Check
          checked={question.status === 'active' ? 'none' : 'all'}
          onToggle={() => onAsk({ status: question.status === 'active' ? 'all' : 'active' })}
        />
        {t('showExpired')}
      </label>
      <p className={styles.count} aria-live="polite">
        {counts && t('count', { matching: counts.matching, count: counts.total })}
      </p>
      <Suspense fallback={<div className={styles.controls} />}>
        <ListControls question={question} onAsk={onAsk} onSort={onSort} />
      </Suspense>
    </search>
  );
}
