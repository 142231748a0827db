import type { Comment } from '@stagelink/shared/contracts/comments';
import { Button } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { isSendable } from './api.ts';
import { t } from './copy.ts';
import styles from './Selecting.module.css';

/** Ids of the threads that are selected; null while none can be. */
export type Selected = ReadonlySet<string> | null;

interface SelectBarProps {
  /** Threads of the list. */
  roots: readonly Comment[];
  selected: ReadonlySet<string>;
  onChange: (selected: Selected) => void;
  onSend: (roots: readonly Comment[]) => void;
}

/** Sends the selected threads of the list to agents. */
export function SelectBar({ roots, selected, onChange, onSend }: SelectBarProps) {
  const sendable = roots.filter(isSendable);
  const chosen = sendable.filter(({ id }) => selected.has(id));
  const areAll = chosen.length === sendable.length;

  function toggleAll(): void {
    onChange(new Set(areAll ? [] : sendable.map(({ id }) => id)));
  }

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('send')}>
      <label className={styles.all}>
        <Checkbox checked={chosen.length === 0 ? 'none' : areAll ? 'all' : 'some'} onToggle={toggleAll} />
        {chosen.length === 0 ? t('selectAll') : t('selected', { count: chosen.length })}
      </label>
      <Button size="small" disabled={chosen.length === 0} onClick={() => onSend(chosen)}>
        {t('send')}
      </Button>
      <Button variant="quiet" size="small" onClick={() => onChange(null)}>
        {t('cancel')}
      </Button>
    </div>
  );
}

interface SelectBoxProps {
  root: Comment;
  selected: ReadonlySet<string>;
  onChange: (selected: Selected) => void;
}

/** Selects one thread, while threads are being selected. */
export function SelectBox({ root, selected, onChange }: SelectBoxProps) {
  if (!isSendable(root)) return null;
  const isSelected = selected.has(root.id);

  function toggle(): void {
    const others = [...selected].filter((id) => id !== root.id);
    onChange(new Set(isSelected ? others : [...others, root.id]));
  }

  return (
    <div className={styles.box}>
      <Checkbox
        label={t('selectThread', { name: root.authorName })}
        checked={isSelected ? 'all' : 'none'}
        onToggle={toggle}
      />
    </div>
  );
}
