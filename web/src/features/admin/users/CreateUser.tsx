import * as contract from '@stagelink/shared/contracts/admin';
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { DialogActions } from '../../../kit/DialogActions.tsx';
import { PasswordField } from '../../../kit/PasswordField.tsx';
import { Select } from '../../../kit/Select.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import { useKeptInput } from '../../../kit/useKeptInput.ts';
import { toast } from '../../../kit/toast.ts';
import { t as common } from '../../../lib/commonCopy.ts';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { createUser } from '../api.ts';
import { SUCCESS_MS } from '../success.ts';
import { t } from './copy.ts';
import styles from './Users.module.css';

const ROLES = contract.GRANTABLE_ROLES.map((value) => ({ value, label: t(`${value}_role`) }));

export function CreateUser({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [role, setRole] = useState<(typeof contract.GRANTABLE_ROLES)[number]>('user');
  const { form, isSending, send, message, errorAt } = useFormSubmit(t('createFailed'));

  const { isTouched, cancel, formProps } = useKeptInput(onClose);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    if (!(await send(contract.createUser, { name, email, password, role }, createUser))) return;
    toast(t('createdDone'), { shownFor: SUCCESS_MS });
    onClose();
  }

  return (
    <Dialog
      title={t('createTitle')}
      closeOnEscape={!isSending && !isTouched}
      closeOnOutsideClick={false}
      onClose={onClose}
    >
      <form
        {...formProps}
        ref={form}
        className={styles.form}
        onSubmit={(event) => void submit(event)}
        noValidate
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
        {message && (
          <p role="alert" className={styles.failure}>
            {message}
          </p>
        )}
        <DialogActions>
          <Button ref={cancel} variant="plain" disabled={isSending} onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" isLoading={isSending}>
            {t('create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
