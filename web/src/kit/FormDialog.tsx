import type { ReactNode } from 'react';
import { t } from '../lib/commonCopy.ts';
import { type FormSubmit, useFormSubmit } from '../lib/useFormSubmit.ts';
import { Button } from './Button.tsx';
import { t as kit } from './copy.ts';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import { Text } from './layout/Text.tsx';
import { Stack } from './layout/Stack.tsx';
import { useKeptInput } from './useKeptInput.ts';

interface FormDialogProps {
  title: string;
  /** Label of the button. */
  action: string;
  /** State of the form, where its owner shows errors of fields. */
  sending?: FormSubmit;
  isIncomplete?: boolean;
  /** Resolves to false on failure; the dialog then stays open. */
  onSubmit: () => Promise<boolean>;
  onClose: () => void;
  /** A secondary action, opposite the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A dialog with fields. A click outside does not close it, nor one press of Escape, so that its input is not lost. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isIncomplete = false, onSubmit, onClose, aside, children } = props;
  const own = useFormSubmit(kit('formFailed'));
  const { formProps, isSending, run, message } = props.sending ?? own;
  const { isTouched, cancel, formProps: keepInput } = useKeptInput(onClose);

  async function submit(): Promise<void> {
    if (!isIncomplete && (await run(onSubmit))) onClose();
  }

  return (
    <Dialog
      title={title}
      widthPx={480}
      closeOnEscape={!isSending && !isTouched}
      closeOnOutsideClick={false}
      onClose={onClose}
    >
      <form {...keepInput} {...formProps(submit)}>
        <Stack gap="large" above="large">
          {children}
          {message && (
            <Text role="alert" tone="danger">
              {message}
            </Text>
          )}
        </Stack>
        <DialogActions aside={aside}>
          <Button ref={cancel} variant="plain" disabled={isSending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isLoading={isSending} disabled={isIncomplete}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
