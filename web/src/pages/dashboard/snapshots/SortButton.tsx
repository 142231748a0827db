import { Button, Menu } from '@mantine/core';
import { SORTS } from '@stagelink/shared/contracts/snapshots';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import { t } from '../../../words/filters.ts';
import styles from './Toolbar.module.css';

const ORDERS = { asc: 'ascending', desc: 'descending' } as const;

interface SortButtonProps {
  question: ListQuestion;
  onSort: (sort: ListQuestion['sort']) => void;
  onAsk: (change: Partial<ListQuestion>) => void;
}

/** Every order there is; the heads of the columns have the usual ones. */
export function SortButton({ question, onSort, onAsk }: SortButtonProps) {
  const Arrow = question.order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <Menu position="bottom-start" width={188}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          className={styles.button}
          leftSection={<Arrow size={14} aria-hidden />}
          aria-label={t('sortedBy', { sort: t(question.sort) })}
        >
          {t(question.sort)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={question.sort}
          onChange={(sort) => {
            if (sort !== question.sort) onSort(sort as ListQuestion['sort']);
          }}
        >
          {SORTS.map((sort) => (
            <Menu.RadioItem key={sort} value={sort}>
              {t(sort)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.RadioGroup
          value={question.order}
          onChange={(order) => onAsk({ order: order as ListQuestion['order'] })}
        >
          {(['asc', 'desc'] as const).map((order) => (
            <Menu.RadioItem key={order} value={order}>
              {t(ORDERS[order])}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
