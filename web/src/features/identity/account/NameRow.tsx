import * as api from '@stagelink/shared/contracts/accounts';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { useFormSubmit } from '../../../lib/useFormSubmit.ts';
import { updateProfile } from './sessionApi.ts';
import { toast } from '../../../kit/toast.ts';
import { t } from './copy.ts';
import { EditableRow } from '../../../kit/EditableRow.tsx';
import { Form } from '../../../kit/Form.tsx';
import { TextField } from '../../../kit/TextField.tsx';

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState(name);
  const sending = useFormSubmit(t('profileFailed'));

  async function save(): Promise<void> {
    if (typed.trim() === name) return onClose();
    if (!(await sending.send(api.updateProfile, { name: typed }, updateProfile))) return;
    toast(t('nameUpdated'));
    onClose();
  }

  return (
    <Form sending={sending} action={t('save')} onSubmit={() => void save()} onCancel={onClose}>
      <TextField
        name="name"
        aria-label={t('name')}
        autoComplete="name"
        maxLength={NAME_MAX}
        value={typed}
        error={sending.errorAt('name')}
        onChange={setTyped}
      />
    </Form>
  );
}

export function NameRow({ user }: { user: api.User }) {
  return (
    <EditableRow label={t('name')} value={user.name} act={{ label: t('edit'), name: t('editName') }}>
      {(close) => <NameForm name={user.name} onClose={close} />}
    </EditableRow>
  );
}
