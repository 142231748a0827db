import { type FormEvent, type ReactNode, useState } from 'react';
import { t } from '../lib/commonCopy.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import styles from './FormDialog.module.css';

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

/** A dialog with fields. A click outside does not close it, so that its input is not lost. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, isIncomplete = false, onSubmit, onClose, aside, children } = props;
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isIncomplete || isBusy) return;
    setIsBusy(true);
    const isDone = await onSubmit();
    setIsBusy(false);
    if (isDone) onClose();
  }

  return (
    <Dialog title={title} widthPx={480} closeOnEscape={!isBusy} closeOnOutsideClick={false} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <div className={styles.fields}>{children}</div>
        <DialogActions aside={aside}>
          <Button variant="plain" disabled={isBusy} onClick={onClose}>
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
