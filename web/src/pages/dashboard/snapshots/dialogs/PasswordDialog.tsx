import { TextInput } from '@mantine/core';
import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { changeSnapshot } from '../../../../data/snapshots.ts';
import { BusyButton } from '../../../../ui/BusyButton.tsx';
import { tell } from '../../../../ui/telling.ts';
import { t } from '../../../../words/dialogs.ts';
import { FormDialog } from './FormDialog.tsx';
import { PersonalLinks } from './PersonalLinks.tsx';

interface PasswordDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

export function PasswordDialog({ snapshot, onClose }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [isRemoving, setIsRemoving] = useState(false);
  const hasOne = !snapshot.public;
  const isUnreadable = hasOne && snapshot.password === null;
  const wanted = password.trim();

  const put = (next: string | null, done: string) =>
    tell({
      act: () => changeSnapshot(snapshot.id, { password: next }),
      done,
      about: snapshot.name,
      failed: t('passwordFailed'),
      isInForm: true,
    });

  async function remove(): Promise<void> {
    setIsRemoving(true);
    const isDone = await put(null, t('passwordRemoved'));
    setIsRemoving(false);
    if (isDone) onClose();
  }

  return (
    <FormDialog
      title={t(hasOne ? 'changePassword' : 'addPassword')}
      action={t('save')}
      isIncomplete={wanted === ''}
      onSubmit={() => put(wanted, t(hasOne ? 'passwordChanged' : 'passwordAdded'))}
      onClose={onClose}
      aside={
        hasOne && (
          <BusyButton
            variant="subtle"
            color="red"
            px={8}
            ml={-8}
            loading={isRemoving}
            onClick={() => void remove()}
          >
            {t('removePassword')}
          </BusyButton>
        )
      }
    >
      <PersonalLinks snapshotId={snapshot.id} />
      <TextInput
        label={t('newPassword')}
        description={t(isUnreadable ? 'unreadableHint' : hasOne ? 'changeHint' : 'addHint')}
        value={password}
        maxLength={PASSWORD_MAX}
        // A word to hand on, and not one that a browser should keep for this site.
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setPassword(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
