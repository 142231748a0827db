import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { t } from '../../../words/rows.ts';
import { isComposing } from '../../../ui/composing.ts';
import styles from './SnapshotTable.module.css';

interface RenameFieldProps {
  name: string;
  /** The new name, or null when nothing is to be changed. */
  onDone: (name: string | null) => void;
}

/** Edits a name where it stands. Enter or leaving keeps it, Escape or an empty name does not. */
export function RenameField({ name, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function finish(isKept: boolean): void {
    // Enter takes the field away, which is leaving it too.
    if (isDone.current) return;
    isDone.current = true;
    const typed = input.current?.value.trim() ?? '';
    onDone(isKept && typed !== '' && typed !== name ? typed : null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    event.stopPropagation();
    if (isComposing(event) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
    const row = input.current?.closest('tr');
    finish(event.key === 'Enter');
    row?.focus();
  }

  return (
    <input
      ref={input}
      className={styles.rename}
      aria-label={t('newName')}
      defaultValue={name}
      maxLength={NAME_MAX}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  );
}
