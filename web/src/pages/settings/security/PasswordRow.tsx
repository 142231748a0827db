import { VisuallyHidden } from '@mantine/core';
import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { changePassword } from '../../../data/account.ts';
import { useSending } from '../../../data/sending.ts';
import { toast } from '../../../ui/toast.ts';
import { t } from '../../../words/settings.ts';
import { EditableRow } from '../../../ui/EditableRow.tsx';
import { Form } from '../Form.tsx';
import { PasswordField } from '../PasswordField.tsx';

function PasswordForm({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const sending = useSending(t('passwordFailed'));

  async function save(): Promise<void> {
    if (hasPassword && currentPassword === '') {
      return sending.refuse({ message: t('enterCurrentPassword'), field: 'currentPassword' });
    }
    const isDone = await sending.send(api.changePassword, { currentPassword, newPassword }, async (input) =>
      toast(await changePassword(input)),
    );
    if (isDone) onClose();
  }

  return (
    <Form
      sending={sending}
      action={hasPassword ? t('changePassword') : t('setPassword')}
      hint={t('passwordEnds')}
      onSubmit={() => void save()}
      onCancel={onClose}
    >
      {hasPassword && (
        <PasswordField
          name="currentPassword"
          value={currentPassword}
          sending={sending}
          onType={setCurrentPassword}
        />
      )}
      <PasswordField
        name="newPassword"
        value={newPassword}
        description={t('passwordLength', { count: PASSWORD_MIN })}
        sending={sending}
        onType={setNewPassword}
      />
    </Form>
  );
}

const HiddenPassword = () => (
  <>
    <span aria-hidden>{'•'.repeat(10)}</span>
    <VisuallyHidden>{t('passwordSet')}</VisuallyHidden>
  </>
);

/** Changes the password, or sets a first one for somebody who came with Google. */
export function PasswordRow({ user: { hasPassword } }: { user: api.User }) {
  return (
    <EditableRow
      label={t('password')}
      value={hasPassword ? <HiddenPassword /> : t('passwordNotSet')}
      act={{
        label: hasPassword ? t('change') : t('setPassword'),
        name: hasPassword ? t('changePassword') : t('setPassword'),
      }}
    >
      {(close) => <PasswordForm hasPassword={hasPassword} onClose={close} />}
    </EditableRow>
  );
}
