import type { ReactNode } from 'react';
import { Alert } from '../../../kit/Alert.tsx';
import { Button } from '../../../kit/Button.tsx';
import type { FormSubmit } from '../../../lib/useFormSubmit.ts';
import { Stack } from '../../../kit/layout/Stack.tsx';

interface AuthFormProps {
  sending: FormSubmit;
  /** Label of the button. */
  action: string;
  onSubmit: () => void | Promise<unknown>;
  children?: ReactNode;
}

/** Form of a signed-out page. */
export const AuthForm = ({ sending, action, onSubmit, children }: AuthFormProps) => (
  <form {...sending.formProps(onSubmit)}>
    <Stack gap="large">
      {sending.message && <Alert>{sending.message}</Alert>}
      {children}
      <Button type="submit" size="large" isWide isLoading={sending.isSending}>
        {action}
      </Button>
    </Stack>
  </form>
);
