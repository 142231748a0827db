import { type ReactNode, useState } from 'react';
import { t as common } from '../lib/commonCopy.ts';
import type { FormSubmit } from '../lib/useFormSubmit.ts';
import { Button } from './Button.tsx';
import styles from './ConfirmByTyping.module.css';
import { t } from './copy.ts';
import { Dialog } from './Dialog.tsx';
import { DialogActions } from './DialogActions.tsx';
import { TextField } from './TextField.tsx';

const WORD = 'DELETE';

interface ConfirmByTypingProps {
  sending: FormSubmit;
  title: string;
  /** The first question: what is deleted. */
  children: ReactNode;
  /** Label of the field for the word. */
  typeLabel: string;
  /** Fields below that field. */
  fields?: ReactNode;
  /** Label of the last button. */
  action: string;
  /** Deletes it by `sending`. */
  onConfirm: () => Promise<void>;
  /** Called when another word is typed, too. */
  onCancel: () => void;
}

type TypedWordProps = Omit<ConfirmByTypingProps, 'title' | 'children'>;

function TypedWord({ sending, typeLabel, fields, action, onConfirm, onCancel }: TypedWordProps) {
  const [typed, setTyped] = useState('');
  const { formProps, isSending, message } = sending;
  return (
    <form {...formProps(() => (typed === WORD ? onConfirm() : onCancel()))} className={styles.form}>
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
      {message && (
        <p role="alert" className={styles.failure}>
          {message}
        </p>
      )}
      <DialogActions>
        <Button variant="plain" disabled={isSending} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" isDanger isLoading={isSending}>
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
  const { onCancel, sending } = question;
  const canClose = !sending.isSending;
  return (
    <Dialog title={title} closeOnEscape={canClose} closeOnOutsideClick={canClose} onClose={onCancel}>
      {hasAgreed ? (
        <TypedWord {...question} />
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
