import { TextInput } from '@mantine/core';
import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { changeEmail } from '../../../data/account.ts';
import { useSending } from '../../../data/sending.ts';
import { t } from '../../../words/settings.ts';
import { Form } from '../Form.tsx';
import { PasswordField } from '../PasswordField.tsx';

interface EmailFormProps {
  hasPassword: boolean;
  onClose: () => void;
}

export function EmailForm({ hasPassword, onClose }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const sending = useSending(t('emailFailed'));

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
      <TextInput
        name="email"
        type="email"
        label={t('newEmail')}
        autoComplete="email"
        maxLength={EMAIL_MAX}
        value={email}
        error={sending.errorAt('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {hasPassword && (
        <PasswordField
          name="currentPassword"
          value={currentPassword}
          sending={sending}
          onType={setCurrentPassword}
        />
      )}
    </Form>
  );
}
