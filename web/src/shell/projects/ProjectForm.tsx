import { Button, TextInput } from '@mantine/core';
import { NAME_MAX, PROJECT_COLORS } from '@stagelink/shared/contracts/limits';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { t } from '../../words/projects.ts';
import type { Draft } from './acts.ts';
import styles from './ProjectForm.module.css';

/** In the order of the palette. */
const COLOR_NAMES = ['indigo', 'violet', 'pink', 'red', 'amber', 'green', 'blue', 'gray'] as const;

interface ProjectFormProps {
  label: string;
  /** What the button says. */
  action: string;
  initial?: Draft;
  /** True when it worked, and the form is closed. */
  onSubmit: (draft: Draft) => Promise<boolean>;
  onCancel: () => void;
}

/** A project's name and colour, for a new one and for one that is changed. */
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

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onCancel();
  }
  /** Escape takes back the form, and not the drawer around it, which hears of it first and heeds only this mark. */
  const ownEscape = { onKeyDown, 'data-mantine-stop-propagation': true };

  return (
    <form className={styles.form} aria-label={label} onSubmit={(event) => void submit(event)}>
      <TextInput
        size="xs"
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
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
        <BusyButton size="xs" type="submit" loading={isBusy} disabled={isBlank} {...ownEscape}>
          {action}
        </BusyButton>
        <Button size="xs" variant="default" onClick={onCancel} {...ownEscape}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

/** It was asked for: whoever opened it wants to type. */
function focusOnce(input: HTMLInputElement | null): void {
  input?.focus();
  input?.select();
}
