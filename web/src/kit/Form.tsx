import type { ReactNode, SubmitEvent } from 'react';
import type { useFormSubmit } from '../lib/useFormSubmit.ts';
import { t } from '../lib/commonCopy.ts';
import { Button } from './Button.tsx';
import styles from './Form.module.css';

interface FormProps {
  sending: ReturnType<typeof useFormSubmit>;
  /** Label of the button. */
  action: string;
  hint?: string;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

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
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {children}
      {hint && <p className={styles.hint}>{hint}</p>}
      {message && (
        <p role="alert" className={styles.message}>
          {message}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" size="small" isLoading={isSending}>
          {action}
        </Button>
        <Button variant="quiet" size="small" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
