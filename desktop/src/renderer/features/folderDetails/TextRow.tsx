import { useState } from 'react';
import { EditableRow } from '@stagelink/web/kit/EditableRow.tsx';
import { Button } from '@stagelink/web/kit/Button.tsx';
import { TextField } from '@stagelink/web/kit/TextField.tsx';
import { useFormSubmit } from '@stagelink/web/lib/useFormSubmit.ts';
import { t } from './copy.ts';
import { Text } from '@stagelink/web/kit/layout/Text.tsx';
import { Line } from '@stagelink/web/kit/layout/Line.tsx';
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
  const { formProps, isSending, run, refuse, errorAt } = useFormSubmit(
    t('saveFailed', { what: label }),
    'value',
  );

  async function save(): Promise<void> {
    const next = typed.trim() === '' ? null : typed.trim();
    const wrong = next === null ? null : problemWith(next);
    if (wrong !== null) return refuse({ message: wrong, field: 'value' });
    if (next === set || (await run(() => onSave(next)))) close();
  }

  return (
    <form className={styles.form} {...formProps(save)}>
      <TextField
        name="value"
        aria-label={label}
        description={hint}
        placeholder={found ?? ''}
        error={errorAt('value')}
        spellCheck={false}
        autoComplete="off"
        value={typed}
        onChange={setTyped}
      />
      <Line gap="small" isWrapping>
        <Button type="submit" size="small" isLoading={isSending}>
          {t('save')}
        </Button>
        <Button size="small" variant="plain" onClick={close}>
          {t('cancel')}
        </Button>
      </Line>
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
            <Text as="span" size="small" isCode>
              {value}
            </Text>
            {set === null && <span className={styles.found}>{note}</span>}
          </>
        )
      }
    >
      {(close) => <TextForm {...props} close={close} />}
    </EditableRow>
  );
}
