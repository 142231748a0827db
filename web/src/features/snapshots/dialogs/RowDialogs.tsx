import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { t } from '../copy.ts';
import { move } from '../actions.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RestageDialog } from '../../staging/RestageDialog.tsx';
import { ReviewDialog } from '../../reviews/ReviewDialog.tsx';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { useState } from 'react';
import * as acts from '../actions.ts';
import { FormDialog } from '../../../kit/FormDialog.tsx';
import { TextField } from '../../../kit/TextField.tsx';

interface RenameDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

/** Renames a selected snapshot, whose row may be out of view. */
function RenameDialog({ snapshot, onClose }: RenameDialogProps) {
  const [name, setName] = useState(snapshot.name);
  const wanted = name.trim();

  return (
    <FormDialog
      title={t('renameTitle')}
      action={t('save')}
      isIncomplete={wanted === ''}
      onSubmit={async () =>
        wanted === snapshot.name ||
        acts.rename(snapshot, wanted, { failed: t('renameDialogFailed'), isInForm: true })
      }
      onClose={onClose}
    >
      <TextField label={t('name')} value={name} maxLength={NAME_MAX} onChange={setName} data-autofocus />
    </FormDialog>
  );
}

export type RowDialog = 'delete' | 'details' | 'move' | 'password' | 'rename' | 'restage' | 'review';

interface RowDialogsProps {
  kind: RowDialog;
  snapshot: Snapshot;
  /** Dropped on the snapshot's row. */
  entries?: readonly FileSystemEntry[] | undefined;
  onClose: () => void;
}

export function RowDialogs({ kind, entries, ...props }: RowDialogsProps) {
  const { snapshot, onClose } = props;
  switch (kind) {
    case 'delete':
      return <DeleteDialog {...props} />;
    case 'details':
      return <DetailsDialog {...props} />;
    case 'password':
      return <PasswordDialog {...props} />;
    case 'rename':
      return <RenameDialog {...props} />;
    case 'restage':
      return <RestageDialog {...props} entries={entries} />;
    case 'review':
      return <ReviewDialog {...props} />;
    case 'move':
      return (
        <MoveDialog
          title={t('moveOneTitle')}
          current={snapshot.projectId}
          onMove={(project) => move(snapshot, project)}
          onClose={onClose}
        />
      );
  }
}
