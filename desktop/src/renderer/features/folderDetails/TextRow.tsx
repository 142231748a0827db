import { type SubmitEvent, useState } from 'react';
import { EditableRow } from '@stagelink/web/kit/EditableRow.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { TextField } from '@stagelink/web/kit/TextField.tsx';
import { t } from './copy.ts';
import styles from './FolderSettings.module.css';

interface TextRowProps {
  label: string;
  editLabel: string;
  hint: string;
  /** Null: the detected value is used. */
  set: string | null;
  /** Null until it is detected. */
  found: string | null;
  /** Shown beside the detected value. */
  note?: string;
  problemWith: (typed: string) => string | null;
  /** Resolves to false if saving failed. */
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
      <TextField
        aria-label={label}
        description={hint}
        placeholder={found ?? ''}
        error={problem}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <div className={styles.acts}>
        <Button type="submit" size="small" isLoading={isBusy}>
          {t('save')}
        </Button>
        <Button size="small" variant="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** A setting that is detected unless the user sets it. */
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
