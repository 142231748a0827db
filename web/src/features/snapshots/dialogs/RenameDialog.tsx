import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { t } from '../dialogsCopy.ts';
import * as acts from '../actions.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TextField } from '../../../kit/TextField.tsx';

interface RenameDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

/** For a selected snapshot, whose row may be out of view. */
export function RenameDialog({ snapshot, onClose }: RenameDialogProps) {
  const [name, setName] = useState(snapshot.name);
  const wanted = name.trim();

  return (
    <FormDialog
      title={t('renameTitle')}
      action={t('save')}
      isIncomplete={wanted === ''}
      onSubmit={async () =>
        wanted === snapshot.name ||
        acts.rename(snapshot, wanted, { failed: t('renameFailed'), isInForm: true })
      }
      onClose={onClose}
    >
      <TextField label={t('name')} value={name} maxLength={NAME_MAX} onChange={setName} data-autofocus />
    </FormDialog>
  );
}
