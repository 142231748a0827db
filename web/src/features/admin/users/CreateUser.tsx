import * as contract from '@stagelink/shared/contracts/admin';
import { useState } from 'react';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { Select } from '../../../kit/Select.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { toast } from '../../../kit/toast.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { createUser } from '../api.ts';
import { SUCCESS_MS } from '../success.ts';
import { t } from './copy.ts';

const ROLES = contract.GRANTABLE_ROLES.map((value) => ({ value, label: t(`${value}_role`) }));

export function CreateUser({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<(typeof contract.GRANTABLE_ROLES)[number]>('user');
  const sending = useFormSubmit(t('createFailed'));
  const { errorAt } = sending;

  async function create(): Promise<boolean> {
    const isDone = await sending.send(contract.createUser, { name, email, password, role }, createUser);
    if (isDone) toast(t('createdDone'), { shownFor: SUCCESS_MS });
    return isDone;
  }

  return (
    <FormDialog
      sending={sending}
      title={t('createTitle')}
      action={t('create')}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        name="name"
        autoComplete="off"
        data-autofocus
        value={name}
        error={errorAt('name')}
        onChange={setName}
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        error={errorAt('email')}
        onChange={setEmail}
      />
      <PasswordField
        label={t('password')}
        name="password"
        autoComplete="new-password"
        description={t('passwordHint')}
        value={password}
        error={errorAt('password')}
        onChange={setPassword}
      />
      <Select label={t('role')} options={ROLES} value={role} onChange={setRole} />
    </FormDialog>
  );
}
