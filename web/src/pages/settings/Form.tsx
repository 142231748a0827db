import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import type { useSending } from '../../data/sending.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { t as common } from '../../words/common.ts';
import styles from './Form.module.css';

interface FormProps {
  sending: ReturnType<typeof useSending>;
  /** What the button says. */
  action: string;
  hint?: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A few fields, what is wrong with them, and the two ways out. */
export function Form({
  sending: { form, message, isSending },
  action,
  hint,
  onSubmit,
  onCancel,
  children,
}: FormProps) {
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={12} className={styles.form}>
        {children}
        {hint && <p className={styles.hint}>{hint}</p>}
        {message && (
          <p role="alert" className={styles.message}>
            {message}
          </p>
        )}
        <Group gap={8}>
          <BusyButton type="submit" size="xs" loading={isSending}>
            {action}
          </BusyButton>
          <Button variant="subtle" size="xs" onClick={onCancel}>
            {common('cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
