import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { EditableRow } from '../../../../../web/src/ui/EditableRow.tsx';
import { t } from '../../words/folder.ts';
import styles from './FolderSettings.module.css';

interface TextRowProps {
  label: string;
  editLabel: string;
  hint: string;
  /** What somebody set; null when it is found by itself. */
  set: string | null;
  /** What was found; null when nobody knows yet. */
  found: string | null;
  /** Said beside what was found. */
  note?: string;
  problemWith: (typed: string) => string | null;
  /** Answers whether it worked. */
  onSave: (next: string | null) => Promise<boolean>;
}

function TextForm({
  label,
  hint,
  set,
  found,
  problemWith,
  onSave,
  close,
}: TextRowProps & { close: () => void }) {
  const [typed, setTyped] = useState(set ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function save(): Promise<void> {
    const next = typed.trim() === '' ? null : typed.trim();
    const wrong = next === null ? null : problemWith(next);
    setProblem(wrong);
    if (wrong !== null) return;
    if (next === set) return close();
    setIsBusy(true);
    const isDone = await onSave(next);
    setIsBusy(false);
    if (isDone) close();
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    void save();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextInput
        aria-label={label}
        description={hint}
        placeholder={found ?? ''}
        error={problem}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={styles.acts}>
        <Button type="submit" size="xs" loading={isBusy}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** What is found by itself unless somebody says otherwise. */
export function TextRow(props: TextRowProps) {
  const { label, editLabel, set, found, note = t('found') } = props;
  const value = set ?? found;
  return (
    <EditableRow
      label={label}
      act={{ label: t('edit'), name: editLabel }}
      value={
        value === null ? (
          <span className={styles.found}>{t('unknown')}</span>
        ) : (
          <>
            <span className={styles.set}>{value}</span>
            {set === null && <span className={styles.found}>{note}</span>}
          </>
        )
      }
    >
      {(close) => <TextForm {...props} close={close} />}
    </EditableRow>
  );
}
