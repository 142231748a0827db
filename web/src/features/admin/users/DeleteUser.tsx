import type { AdminUser } from '@stagelink/shared/contracts/admin';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { DialogActions } from '../../../kit/DialogActions.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { toast } from '../../../kit/toast.ts';
import { t as common } from '../../../lib/commonCopy.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { deleteUser } from '../api.ts';
import { SUCCESS_MS } from '../success.ts';
import { t } from './copy.ts';
import styles from './Users.module.css';

const WORD = 'DELETE';

interface TypedWordProps {
  user: AdminUser;
  isDeleting: boolean;
  onDeleting: (isDeleting: boolean) => void;
  onDeleted: () => void;
  /** Called when nothing was deleted. */
  onCancel: () => void;
}

function TypedWord({ user, isDeleting, onDeleting, onDeleted, onCancel }: TypedWordProps) {
  const [typed, setTyped] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  async function remove(): Promise<void> {
    onDeleting(true);
    setFailure(null);
    try {
      await deleteUser(user.uid);
      onDeleted();
    } catch (error) {
      setFailure(errorMessage(error, t('deleteFailed')));
      onDeleting(false);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isDeleting) return;
    if (typed === WORD) void remove();
    else onCancel();
  }

  return (
    <form onSubmit={submit} noValidate>
      <TextField
        className={styles.typed}
        label={t('typeDelete', { email: user.email })}
        autoComplete="off"
        value={typed}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog's second question takes the place of its first
        autoFocus
        onChange={setTyped}
      />
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <DialogActions>
        <Button variant="plain" disabled={isDeleting} onClick={onCancel}>
          {common('cancel')}
        </Button>
        <Button type="submit" isDanger isLoading={isDeleting}>
          {t('deleteForGood')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface DeleteUserProps {
  user: AdminUser;
  onDeleted: (() => void) | undefined;
  onClose: () => void;
}

/** Confirms twice: first what is deleted, then a typed word. */
export function DeleteUser({ user, onDeleted, onClose }: DeleteUserProps) {
  const { name, email, totalSnapshots: count } = user;
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);

  function finish(message: string): void {
    toast(message, { shownFor: SUCCESS_MS });
    onClose();
  }
  function finishDeleted(): void {
    finish(t('deleteDone'));
    onDeleted?.();
  }
  const cancel = () => finish(t('deletionCancelled'));

  return (
    <Dialog
      title={t('deleteTitle', { name })}
      closeOnEscape={!isDeleting}
      closeOnOutsideClick={!isDeleting}
      onClose={cancel}
    >
      {hasAgreed ? (
        <TypedWord
          user={user}
          isDeleting={isDeleting}
          onDeleting={setIsDeleting}
          onDeleted={finishDeleted}
          onCancel={cancel}
        />
      ) : (
        <>
          <p>{t('deleteText', { email, count })}</p>
          <DialogActions>
            <Button variant="plain" onClick={cancel} data-autofocus>
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
