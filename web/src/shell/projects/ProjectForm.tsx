import { Button, TextInput } from '@mantine/core';
import { NAME_MAX, PROJECT_COLORS } from '@stagelink/shared/contracts/limits';
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react';
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
  onSubmit: (draft: Draft) => void;
  onCancel: () => void;
}

/** A project's name and colour, for a new one and for one that is changed. */
export function ProjectForm({ label, action, initial, onSubmit, onCancel }: ProjectFormProps) {
  const group = useId();
  const [name, setName] = useState(initial?.name ?? '');
  const [color, setColor] = useState<Draft['color']>(initial?.color ?? PROJECT_COLORS[0]);
  const isBlank = name.trim() === '';

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBlank) onSubmit({ name: name.trim(), color });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Takes back the form, and not the drawer around it.
    event.stopPropagation();
    onCancel();
  }

  return (
    <form className={styles.form} aria-label={label} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label={t('name')}
        placeholder={t('name')}
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        ref={focusOnce}
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
            onKeyDown={onKeyDown}
          />
        ))}
      </fieldset>
      <div className={styles.buttons}>
        <Button size="xs" type="submit" disabled={isBlank}>
          {action}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
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
