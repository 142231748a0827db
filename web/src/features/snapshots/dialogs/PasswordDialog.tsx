import { PASSWORD_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { changeSnapshot } from '../api.ts';
import { runWithToast } from '../../../kit/runWithToast.ts';
import { t } from '../copy.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { Button } from '../../../kit/Button.tsx';
import { TextField } from '../../../kit/TextField.tsx';
import styles from './PasswordDialog.module.css';
import { PersonalLinks } from '../../reviews/PersonalLinks.tsx';

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
    runWithToast({
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
      title={t(hasOne ? 'changePasswordTitle' : 'addPasswordTitle')}
      action={t('save')}
      isIncomplete={wanted === ''}
      onSubmit={() => put(wanted, t(hasOne ? 'passwordChanged' : 'passwordAdded'))}
      onClose={onClose}
      aside={
        hasOne && (
          <Button
            variant="quiet"
            isDanger
            className={styles.remove}
            isLoading={isRemoving}
            onClick={() => void remove()}
          >
            {t('removePassword')}
          </Button>
        )
      }
    >
      <PersonalLinks snapshotId={snapshot.id} />
      <TextField
        label={t('newPassword')}
        description={t(isUnreadable ? 'unreadableHint' : hasOne ? 'changeHint' : 'addHint')}
        value={password}
        maxLength={PASSWORD_MAX}
        // The snapshot's password, not a login of this site: browsers should not save it.
        autoComplete="off"
        spellCheck={false}
        onChange={setPassword}
        data-autofocus
      />
    </FormDialog>
  );
}
