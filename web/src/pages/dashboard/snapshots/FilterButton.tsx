import { Button, Popover } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { IN_WINDOW } from '../../../ui/inWindow.ts';
import { useNow } from '../../../ui/useNow.ts';
import { t } from '../../../words/filters.ts';
import { chipsOf } from './chips.ts';
import { Filters } from './Filters.tsx';
import styles from './Toolbar.module.css';

/** Where the focus goes when a filter is let go of. */
export const FILTER_ID = 'snapshot-filter';

interface FilterButtonProps {
  question: ListQuestion;
  onAsk: (change: Partial<ListQuestion>) => void;
}

export function FilterButton({ question, onAsk }: FilterButtonProps) {
  const count = chipsOf(question, useNow()).length;
  return (
    <Popover id={FILTER_ID} position="bottom-start" width={320} trapFocus middlewares={IN_WINDOW}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={styles.button}
          leftSection={<ListFilter size={14} aria-hidden />}
          aria-label={count === 0 ? t('filter') : t('filterOn', { count })}
        >
          {t('filter')}
          {count > 0 && <span className={styles.on} data-count={count} />}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')} className={styles.dropdown}>
        <Filters question={question} onAsk={onAsk} />
      </Popover.Dropdown>
    </Popover>
  );
}
