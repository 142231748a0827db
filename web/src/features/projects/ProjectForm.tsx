import { NAME_MAX, PROJECT_COLORS } from '@stagelink/shared/contracts/limits';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { KEEPS_ESCAPE } from '../../kit/Drawer.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useKeptInput } from '../../kit/useKeptInput.ts';
import { t } from './copy.ts';
import type { Draft } from './actions.ts';
import styles from './ProjectForm.module.css';

/** Names in the order of the palette. */
const COLOR_NAMES = ['indigo', 'violet', 'pink', 'red', 'amber', 'green', 'blue', 'gray'] as const;

interface ProjectFormProps {
  label: string;
  /** Label of the button. */
  action: string;
  initial?: Draft;
  /** Resolves to true if it worked; the form then closes. */
  onSubmit: (draft: Draft) => Promise<boolean>;
  onCancel: () => void;
}

export function ProjectForm({ label, action, initial, onSubmit, onCancel }: ProjectFormProps) {
  const group = useId();
  const [name, setName] = useState(initial?.name ?? '');
  const [color, setColor] = useState<Draft['color']>(initial?.color ?? PROJECT_COLORS[0]);
  const [isBusy, setIsBusy] = useState(false);
  const isBlank = name.trim() === '';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBlank || isBusy) return;
    setIsBusy(true);
    const isDone = await onSubmit({ name: name.trim(), color });
    if (!isDone) setIsBusy(false);
  }

  const { isTouched, cancel, formProps } = useKeptInput(onCancel);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isTouched) return;
    event.stopPropagation();
    onCancel();
  }
  /** Escape closes the form, not the drawer around it. */
  const ownEscape = { onKeyDown, ...KEEPS_ESCAPE };

  return (
    <form {...formProps} className={styles.form} aria-label={label} onSubmit={(event) => void submit(event)}>
      <TextField
        size="small"
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={NAME_MAX}
        value={name}
        onChange={setName}
        ref={focusOnce}
        {...ownEscape}
      />
      <fieldset className={styles.colors}>
        <legend className={styles.unseen}>{t('color')}</legend>
        {PROJECT_COLORS.map((each, index) => (
          <input
            key={each}
            type="radio"
            name={group}
            className={styles.color}
            style={{ '--project': each } as object}
            aria-label={t(COLOR_NAMES[index] ?? 'color')}
            title={t(COLOR_NAMES[index] ?? 'color')}
            checked={each === color}
            onChange={() => setColor(each)}
            {...ownEscape}
          />
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <Button size="small" type="submit" isLoading={isBusy} disabled={isBlank} {...ownEscape}>
          {action}
        </Button>
        <Button ref={cancel} size="small" variant="plain" onClick={onCancel} {...ownEscape}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Focuses on mount: the user opened the form to type. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
