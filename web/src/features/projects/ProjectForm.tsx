import { NAME_MAX, PROJECT_COLORS } from '@stagelink/shared/contracts/limits';
import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../kit/Button.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useKeptInput } from '../../kit/useKeptInput.ts';
import { useFormSubmit } from '../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import type { Draft } from './actions.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { Line } from '../../kit/layout/Line.tsx';
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
  const isBlank = name.trim() === '';

  const { formProps, isSending, run } = useFormSubmit(t('changeFailed'));
  const { isTouched, cancel, formProps: keepInput } = useKeptInput(onCancel);

  async function submit(): Promise<void> {
    if (!isBlank) await run(() => onSubmit({ name: name.trim(), color }));
  }

  /** Escape closes the form, not the drawer around it. */
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isTouched) return;
    event.stopPropagation();
    onCancel();
  }
  return (
    <form {...keepInput} {...formProps(submit)} className={styles.form} aria-label={label}>
      <TextField
        size="small"
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={NAME_MAX}
        value={name}
        onChange={setName}
        ref={focusOnce}
        onKeyDown={onKeyDown}
      />
      <Line as="fieldset" isSpread>
        <VisuallyHidden as="legend">{t('color')}</VisuallyHidden>
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
            onKeyDown={onKeyDown}
          />
        ))}
      </Line>
      <Line gap="small">
        <Button size="small" type="submit" isLoading={isSending} disabled={isBlank} onKeyDown={onKeyDown}>
          {action}
        </Button>
        <Button ref={cancel} size="small" variant="plain" onClick={onCancel} onKeyDown={onKeyDown}>
          {t('cancel')}
        </Button>
      </Line>
    </form>
  );
}

/** Focuses on mount: the user opened the form to type. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
