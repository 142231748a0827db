import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { type SubmitEvent, useState } from 'react';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { deleteAccount } from './sessionApi.ts';
import { toast } from '../../../kit/toast.ts';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { DialogActions } from '../../../kit/DialogActions.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { t as common } from '../../../lib/commonCopy.ts';
import { t } from './copy.ts';
import styles from './DeleteAccount.module.css';

const GOES = ['deleteSnapshots', 'deleteFiles', 'deleteComments', 'deleteProjects', 'deleteTokens'] as const;
const WORD = 'DELETE';

/** Lists what is deleted. */
function Warning({ email, onCancel, onAgree }: { email: string; onCancel: () => void; onAgree: () => void }) {
  return (
    <>
      <p>{t('deleteIntro', { email })}</p>
      <ul className={styles.goes}>
        {GOES.map((what) => (
          <li key={what}>{t(what)}</li>
        ))}
      </ul>
      <p className={styles.final}>{t('deleteFinal')}</p>
      <DialogActions>
        <Button variant="plain" onClick={onCancel} data-autofocus>
          {common('cancel')}
        </Button>
        <Button isDanger onClick={onAgree}>
          {t('continue')}
        </Button>
      </DialogActions>
    </>
  );
}

interface TypedWordProps {
  user: Pick<api.User, 'uid' | 'hasPassword'>;
  isDeleting: boolean;
  onDeleting: (isDeleting: boolean) => void;
  /** Called when nothing was deleted. */
  onCancel: () => void;
}

function TypedWord({ user, isDeleting, onDeleting, onCancel }: TypedWordProps) {
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<string | null>(null);

  async function remove(): Promise<void> {
    onDeleting(true);
    setFailure(null);
    try {
      await deleteAccount({ uid: user.uid, confirm: WORD, currentPassword: password });
    } catch (error) {
      setFailure(errorMessage(error, '') || t('deleteFailed'));
      onDeleting(false);
    }
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (typed !== WORD) onCancel();
    else if (user.hasPassword && password === '') setFailure(t('enterCurrentPassword'));
    else void remove();
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('typeDelete')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the dialog's second question takes the place of its first
        autoFocus
        onChange={setTyped}
      />
      {user.hasPassword && (
        <PasswordField
          label={t('currentPassword')}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={password}
          onChange={setPassword}
        />
      )}
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
          {t('deleteAccount')}
        </Button>
      </DialogActions>
    </form>
  );
}

interface DeleteAccountProps {
  user: api.User;
  onClose: () => void;
}

/** Confirms twice: first what is deleted, then a typed word and the password. */
export function DeleteAccount({ user, onClose }: DeleteAccountProps) {
  const [hasAgreed, setHasAgreed] = useState(false);
  // A deletion in progress cannot be cancelled.
  const [isDeleting, setIsDeleting] = useState(false);

  function cancel(): void {
    toast(t('deletionCancelled'));
    onClose();
  }

  return (
    <Dialog
      title={t('deleteTitle')}
      closeOnEscape={!isDeleting}
      closeOnOutsideClick={!isDeleting}
      onClose={cancel}
    >
      {hasAgreed ? (
        <TypedWord user={user} isDeleting={isDeleting} onDeleting={setIsDeleting} onCancel={cancel} />
      ) : (
        <Warning email={user.email} onCancel={cancel} onAgree={() => setHasAgreed(true)} />
      )}
    </Dialog>
  );
}
