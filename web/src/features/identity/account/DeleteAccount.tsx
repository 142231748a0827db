import type * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { ConfirmByTyping } from '../../../kit/ConfirmByTyping.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { toast } from '../../../kit/toast.ts';
import { errorMessage } from '../../../lib/errorMessage.ts';
import { t } from './copy.ts';
import styles from './DeleteAccount.module.css';
import { deleteAccount } from './sessionApi.ts';

const GOES = ['deleteSnapshots', 'deleteFiles', 'deleteComments', 'deleteProjects', 'deleteTokens'] as const;

interface DeleteAccountProps {
  user: api.User;
  onClose: () => void;
}

export function DeleteAccount({ user: { uid, email, hasPassword }, onClose }: DeleteAccountProps) {
  const [password, setPassword] = useState('');

  async function remove(): Promise<string | null> {
    if (hasPassword && password === '') return t('enterCurrentPassword');
    try {
      await deleteAccount({ uid, confirm: 'DELETE', currentPassword: password });
      return null;
    } catch (error) {
      return errorMessage(error, '') || t('deleteFailed');
    }
  }

  function cancel(): void {
    toast(t('deletionCancelled'));
    onClose();
  }

  return (
    <ConfirmByTyping
      title={t('deleteTitle')}
      typeLabel={t('typeDelete')}
      fields={
        hasPassword && (
          <PasswordField
            label={t('currentPassword')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            onChange={setPassword}
          />
        )
      }
      action={t('deleteAccount')}
      onConfirm={remove}
      onCancel={cancel}
    >
      <p>{t('deleteIntro', { email })}</p>
      <ul className={styles.goes}>
        {GOES.map((what) => (
          <li key={what}>{t(what)}</li>
        ))}
      </ul>
      <p className={styles.final}>{t('deleteFinal')}</p>
    </ConfirmByTyping>
  );
}
