import { CalendarPlus, FolderInput, type LucideIcon, Tag, TextCursorInput, Trash2 } from 'lucide-react';
import { Button } from '../../kit/Button.tsx';
import { CloseButton } from '../../kit/CloseButton.tsx';
import { Progress } from '../../kit/Progress.tsx';
import { t } from './copy.ts';
import styles from './BulkBar.module.css';
import type { Selection } from './selection.ts';
import type { Progress as BulkProgress } from './useBulk.ts';

export type BulkActionKind = 'move' | 'extend' | 'tags' | 'rename' | 'delete';

const ICONS: Record<BulkActionKind, LucideIcon> = {
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
  progress: BulkProgress | null;
  onAct: (act: BulkActionKind) => void;
  onClear: () => void;
}

function inWords({ selection, count, matching }: Pick<BulkBarProps, 'selection' | 'count' | 'matching'>) {
  if (selection.kind === 'some') return t('selected', { count: count.toLocaleString('en') });
  const total = matching.toLocaleString('en');
  return count === matching
    ? t('allSelected', { count: total })
    : t('someOfAll', { count: count.toLocaleString('en'), total });
}

export function BulkBar(props: BulkBarProps) {
  const { count, progress, onAct, onClear } = props;
  const isBusy = progress !== null;
  const text = progress
    ? t('working', {
        done: progress.done.toLocaleString('en'),
        total: progress.total.toLocaleString('en'),
      })
    : inWords(props);
  return (
    <div className={styles.place} data-bulk-bar>
      <section className={styles.bar} aria-label={t('selectionRegion')}>
        <p className={styles.count} aria-live="polite">
          {text}
        </p>
        {progress && (
          <div className={styles.progress}>
            <Progress label={text} value={(100 * progress.done) / Math.max(progress.total, 1)} />
          </div>
        )}
        {!isBusy && (
          <div className={styles.acts}>
            {ACTS.filter((act) => act !== 'rename' || count === 1).map((act) => {
              const Icon = ICONS[act];
              return (
                <Button
                  key={act}
                  size="small"
                  variant="quiet"
                  isDanger={act === 'delete'}
                  className={styles.act}
                  onClick={() => onAct(act)}
                >
                  <Icon size={14} aria-hidden />
                  {t(act)}
                </Button>
              );
            })}
          </div>
        )}
        <CloseButton label={t('clear')} title={t('clear')} disabled={isBusy} onClick={onClear} />
      </section>
    </div>
  );
}
