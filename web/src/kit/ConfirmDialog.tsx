import { useState } from 'react';
import { t } from '../lib/commonCopy.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';

interface ConfirmDialogProps {
  title: string;
  text: string;
  /** Labels of the buttons. */
  action: string;
  keep?: string;
  /** Resolves to false on failure; the dialog then stays open. */
  onConfirm: () => Promise<boolean>;
  onClose: () => void;
}

/**
 * Confirms a destructive action. Once started it cannot be cancelled, so the dialog stays open until it
 * ends.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, text, action, keep = t('cancel'), onConfirm, onClose } = props;
  const [isBusy, setIsBusy] = useState(false);

  async function confirm(): Promise<void> {
    setIsBusy(true);
    const isDone = await onConfirm();
    setIsBusy(false);
    if (isDone) onClose();
  }

  return (
    <Dialog title={title} onClose={onClose} closeOnEscape={!isBusy} closeOnOutsideClick={!isBusy}>
      <p>{text}</p>
      <DialogActions>
        <Button variant="plain" disabled={isBusy} onClick={onClose} data-autofocus>
          {keep}
        </Button>
        <Button isDanger isLoading={isBusy} onClick={() => void confirm()}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
