import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../lib/commonCopy.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import styles from './FormDialog.module.css';
import { useKeptInput } from './useKeptInput.ts';

interface FormDialogProps {
  title: string;
  /** Label of the button. */
  action: string;
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
  const [isBusy, setIsBusy] = useState(false);
  const { isTouched, cancel, formProps } = useKeptInput(onClose);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isIncomplete || isBusy) return;
    setIsBusy(true);
    const isDone = await onSubmit();
    setIsBusy(false);
    if (isDone) onClose();
  }

  return (
    <Dialog
      title={title}
      widthPx={480}
      closeOnEscape={!isBusy && !isTouched}
      closeOnOutsideClick={false}
      onClose={onClose}
    >
      <form {...formProps} onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.fields}>{children}</div>
        <DialogActions aside={aside}>
          <Button ref={cancel} variant="plain" disabled={isBusy} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" isLoading={isBusy} disabled={isIncomplete}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
