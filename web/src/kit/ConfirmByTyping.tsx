import { type ReactNode, type SubmitEvent, useState } from 'react';
import { t as common } from '../lib/commonCopy.ts';
import { Button } from './Button.tsx';
import styles from './ConfirmByTyping.module.css';
import { t } from './copy.ts';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import { TextField } from './TextField.tsx';

const WORD = 'DELETE';

interface ConfirmByTypingProps {
  title: string;
  /** The first question: what is deleted. */
  children: ReactNode;
  /** Label of the field for the word. */
  typeLabel: string;
  /** Fields below that field. */
  fields?: ReactNode;
  /** Label of the last button. */
  action: string;
  /** Resolves to why nothing was deleted, or to null. */
  onConfirm: () => Promise<string | null>;
  /** Called when another word is typed, too. */
  onCancel: () => void;
}

interface TypedWordProps extends Omit<ConfirmByTypingProps, 'title' | 'children'> {
  isBusy: boolean;
  onBusy: (isBusy: boolean) => void;
}

function TypedWord({ typeLabel, fields, action, onConfirm, onCancel, isBusy, onBusy }: TypedWordProps) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  async function confirm(): Promise<void> {
    onBusy(true);
    setFailure(null);
    const reason = await onConfirm();
    setFailure(reason);
    if (reason !== null) onBusy(false);
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isBusy) return;
    if (typed === WORD) void confirm();
    else onCancel();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={typeLabel}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog's second question takes the place of its first
        autoFocus
        onChange={setTyped}
      />
      {fields}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button variant="plain" disabled={isBusy} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" isDanger isLoading={isBusy}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}

/**
 * Confirms a deletion twice: first what is deleted, then a typed word. Once started it cannot be cancelled, so the
 * dialog stays open until it ends.
 */
export function ConfirmByTyping({ title, children, ...question }: ConfirmByTypingProps) {
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const { onCancel } = question;
  return (
    <Dialog title={title} closeOnEscape={!isBusy} closeOnOutsideClick={!isBusy} onClose={onCancel}>
      {hasAgreed ? (
        <TypedWord {...question} isBusy={isBusy} onBusy={setIsBusy} />
      ) : (
        <>
          {children}
          <DialogActions>
            <Button variant="plain" onClick={onCancel} data-autofocus>
              {common('cancel')}
            </Button>
            <Button isDanger onClick={() => setHasAgreed(true)}>
              {t('continue')}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
