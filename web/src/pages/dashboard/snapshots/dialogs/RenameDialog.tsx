import { TextInput } from '@mantine/core';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useState } from 'react';
import { t } from '../../../../words/dialogs.ts';
import * as acts from '../acts.ts';
import { FormDialog } from './FormDialog.tsx';

interface RenameDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

/** For a selected snapshot, whose row may be out of sight. */
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
      <TextInput
        label={t('name')}
        value={name}
        maxLength={NAME_MAX}
        onChange={(event) => setName(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  );
}
