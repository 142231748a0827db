import { TextInput } from '@mantine/core';
import * as api from '@stagelink/shared/contracts/accounts';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import { useSending } from '../../../data/sending.ts';
import { updateProfile } from '../../../data/session.ts';
import { toast } from '../../../ui/toast.ts';
import { t } from '../../../words/settings.ts';
import { EditableRow } from '../../../ui/EditableRow.tsx';
import { Form } from '../Form.tsx';

function NameForm({ name, onClose }: { name: string; onClose: () => void }) {
  const [typed, setTyped] = useState(name);
  const sending = useSending(t('profileFailed'));

  async function save(): Promise<void> {
    if (typed.trim() === name) return onClose();
    if (!(await sending.send(api.updateProfile, { name: typed }, updateProfile))) return;
    toast(t('nameUpdated'));
    onClose();
  }

  return (
    <Form sending={sending} action={t('save')} onSubmit={() => void save()} onCancel={onClose}>
      <TextInput
        name="name"
        aria-label={t('name')}
        autoComplete="name"
        maxLength={NAME_MAX}
        value={typed}
        error={sending.errorAt('name')}
        onChange={(event) => setTyped(event.currentTarget.value)}
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
