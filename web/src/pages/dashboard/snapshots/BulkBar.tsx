import { Button, CloseButton } from '@mantine/core';
import { CalendarPlus, FolderInput, type LucideIcon, Tag, TextCursorInput, Trash2 } from 'lucide-react';
import { t } from '../../../words/bulk.ts';
import styles from './BulkBar.module.css';
import type { Selection } from './selection.ts';
import type { Progress } from './useBulk.ts';

export type BulkAct = 'move' | 'extend' | 'tags' | 'rename' | 'delete';

const ICONS: Record<BulkAct, LucideIcon> = {
  move: FolderInput,
  extend: CalendarPlus,
  tags: Tag,
  rename: TextCursorInput,
  delete: Trash2,
};
const ACTS = ['move', 'extend', 'tags', 'rename', 'delete'] as const;

interface BulkBarProps {
  selection: Selection;
  count: number;
  matching: number;
  progress: Progress | null;
  onAct: (act: BulkAct) => void;
  onClear: () => void;
}

function inWords({ selection, count, matching }: Pick<BulkBarProps, 'selection' | 'count' | 'matching'>) {
  if (selection.kind === 'some') return t('selected', { count: count.toLocaleString('en') });
  const total = matching.toLocaleString('en');
  return selection.except.size === 0
    ? t('allSelected', { count: total })
    : t('someOfAll', { count: count.toLocaleString('en'), total });
}

/** What can be done with everything that is selected. */
export function BulkBar(props: BulkBarProps) {
  const { count, progress, onAct, onClear } = props;
  const isBusy = progress !== null;
  const said = progress
    ? t('working', {
        done: progress.done.toLocaleString('en'),
        total: progress.total.toLocaleString('en'),
      })
    : inWords(props);
  return (
    <div className={styles.place} data-bulk-bar>
      <section className={styles.bar} aria-label={t('region')}>
        <p className={styles.count} aria-live="polite">
          {said}
        </p>
        {progress && (
          <progress
            className={styles.progress}
            value={progress.done}
            max={progress.total}
            aria-label={said}
          />
        )}
        {!isBusy && (
          <div className={styles.acts}>
            {ACTS.filter((act) => act !== 'rename' || count === 1).map((act) => {
              const Icon = ICONS[act];
              return (
                <Button
                  key={act}
                  size="xs"
                  variant="subtle"
                  color={act === 'delete' ? 'red' : 'ink'}
                  className={styles.act}
                  leftSection={<Icon size={14} aria-hidden />}
                  onClick={() => onAct(act)}
                >
                  {t(act)}
                </Button>
              );
            })}
          </div>
        )}
        <CloseButton
          size="md"
          aria-label={t('clear')}
          title={t('clear')}
          disabled={isBusy}
          onClick={onClear}
        />
      </section>
    </div>
  );
}
