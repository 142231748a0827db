import type { ReactNode } from 'react';
import type { FormSubmit } from '../lib/useFormSubmit.ts';
import { t } from '../lib/commonCopy.ts';
import { Button } from './Button.tsx';
import { Text } from './layout/Text.tsx';
import { Line } from './layout/Line.tsx';
import styles from './Form.module.css';

interface FormProps {
  sending: FormSubmit;
  /** Label of the button. */
  action: string;
  hint?: string;
  onSubmit: () => void | Promise<unknown>;
  onCancel: () => void;
  children: ReactNode;
}

export const Form = ({ sending, action, hint, onSubmit, onCancel, children }: FormProps) => (
  <form {...sending.formProps(onSubmit)} className={styles.form}>
    {children}
    {hint && (
      <Text size="small" tone="muted">
        {hint}
      </Text>
    )}
    {sending.message && (
      <Text role="alert" size="small" tone="danger">
        {sending.message}
      </Text>
    )}
    <Line gap="small">
      <Button type="submit" size="small" isLoading={sending.isSending}>
        {action}
      </Button>
      <Button variant="quiet" size="small" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </Line>
  </form>
);
