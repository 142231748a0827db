import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_MAX, PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { changeEmail } from './api.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { t } from './copy.ts';
import { Form } from '../../../kit/Form.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { TextField } from '../../../kit/TextField.tsx';

interface EmailFormProps {
  hasPassword: boolean;
  onClose: () => void;
}

export function EmailForm({ hasPassword, onClose }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const sending = useFormSubmit(t('emailFailed'));

  async function send(): Promise<void> {
    if (hasPassword && email !== '' && currentPassword === '') {
      return sending.refuse({ message: t('enterCurrentPassword'), field: 'currentPassword' });
    }
    if (await sending.send(api.changeEmail, { email, currentPassword }, changeEmail)) onClose();
  }

  return (
    <Form
      sending={sending}
      action={t('sendLink')}
      hint={t('emailHint')}
      onSubmit={() => void send()}
      onCancel={onClose}
    >
      <TextField
        name="email"
        type="email"
        label={t('newEmail')}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        value={email}
        error={sending.errorAt('email')}
        onChange={setEmail}
      />
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
    </Form>
  );
}
