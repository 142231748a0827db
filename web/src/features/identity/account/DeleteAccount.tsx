import type * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { ConfirmByTyping } from '../../../kit/ConfirmByTyping.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { toast } from '../../../kit/toast.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import { Text } from '../../../kit/layout/Text.tsx';
import styles from './DeleteAccount.module.css';
import { deleteAccount } from './sessionApi.ts';

const GOES = ['deleteSnapshots', 'deleteFiles', 'deleteComments', 'deleteProjects', 'deleteTokens'] as const;

interface DeleteAccountProps {
  user: api.User;
  onClose: () => void;
}

export function DeleteAccount({ user: { uid, email, hasPassword }, onClose }: DeleteAccountProps) {
  const [password, setPassword] = useState('');
  const sending = useFormSubmit(t('deleteFailed'));

  async function remove(): Promise<void> {
    if (hasPassword && password === '')
      return sending.refuse({ message: t('enterCurrentPassword'), field: 'currentPassword' });
    await sending.run(() => deleteAccount({ uid, confirm: 'DELETE', currentPassword: password }));
  }

  function cancel(): void {
    toast(t('deletionCancelled'));
    onClose();
  }

  return (
    <ConfirmByTyping
      sending={sending}
      title={t('deleteTitle')}
      typeLabel={t('typeDelete')}
      fields={
        hasPassword && (
          <PasswordField
            name="currentPassword"
            label={t('currentPassword')}
            autoComplete="current-password"
            maxLength={PASSWORD_MAX}
            value={password}
            error={sending.errorAt('currentPassword')}
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
      <Text isStrong>{t('deleteFinal')}</Text>
    </ConfirmByTyping>
  );
}
