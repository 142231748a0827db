import * as api from '@stagelink/shared/contracts/accounts';
import { PASSWORD_MAX, PASSWORD_MIN } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { changePassword } from './api.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { toast } from '../../../kit/toast.ts';
import { t } from './copy.ts';
import { EditableRow } from '../../../kit/EditableRow.tsx';
import { Form } from '../../../kit/Form.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { VisuallyHidden } from '../../../kit/VisuallyHidden.tsx';

function PasswordForm({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const sending = useFormSubmit(t('passwordFailed'));

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
          label={t('currentPassword')}

          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          value={currentPassword}
          error={sending.errorAt('currentPassword')}
          onChange={setCurrentPassword}
        />
      )}
      <PasswordField
        name="newPassword"
        label={t('newPassword')}
        description={t('passwordLength', { count: PASSWORD_MIN })}

        autoComplete="new-password"
        maxLength={PASSWORD_MAX}
        value={newPassword}
        error={sending.errorAt('newPassword')}
        onChange={setNewPassword}
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

/** Changes the password, or sets the first one of an account created with Google. */
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
