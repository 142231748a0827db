import type { ReactNode, SubmitEvent } from 'react';
import { Alert } from '../../../kit/Alert.tsx';
import { Button } from '../../../kit/Button.tsx';
import type { useFormSubmit } from '../../../lib/useFormSubmit.ts';

import styles from './signIn.module.css';

interface AuthFormProps {
  sending: ReturnType<typeof useFormSubmit>;
  /** Label of the button. */
  action: string;
  onSubmit: () => void;
  children?: ReactNode;
}

/** Form of a signed-out page. */
export function AuthForm({
  sending: { form, message, isSending },
  action,
  onSubmit,
  children,
}: AuthFormProps) {
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {message && <Alert>{message}</Alert>}
        {children}
        <Button type="submit" size="large" isWide isLoading={isSending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
