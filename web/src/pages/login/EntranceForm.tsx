import { Alert, Stack } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ReactNode, SubmitEvent } from 'react';
import type { useSending } from '../../data/sending.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';

interface EntranceFormProps {
  sending: ReturnType<typeof useSending>;
  /** What the button says. */
  action: string;
  onSubmit: () => void;
  children?: ReactNode;
}

/** One question of the pages before the session. */
export function EntranceForm({
  sending: { form, message, isSending },
  action,
  onSubmit,
  children,
}: EntranceFormProps) {
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    onSubmit();
  }
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap={16}>
        {message && (
          <Alert color="red" role="alert" icon={<CircleAlert size={16} />}>
            {message}
          </Alert>
        )}
        {children}
        <BusyButton type="submit" size="md" fullWidth loading={isSending}>
          {action}
        </BusyButton>
      </Stack>
    </form>
  );
}
