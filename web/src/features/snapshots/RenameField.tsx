import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { t } from './copy.ts';
import { isComposing } from '../../kit/composing.ts';
import styles from './SnapshotTable.module.css';

interface RenameFieldProps {
  name: string;
  /** The new name, or null if unchanged. */
  onDone: (name: string | null) => void;
}

/** Edits a name inline. Enter and blur save; Escape and an empty name cancel. */
export function RenameField({ name, onDone }: RenameFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function finish(isKept: boolean): void {
    // Enter unmounts the field, which fires blur too.
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
      dir="auto"
      aria-label={t('newName')}
      defaultValue={name}
      maxLength={NAME_MAX}
      onKeyDown={onKeyDown}
      onBlur={() => finish(true)}
    />
  );
}
