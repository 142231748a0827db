import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { t } from '../dialogsCopy.ts';
import { move } from '../actions.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { RestageDialog } from '../../staging/RestageDialog.tsx';
import { ReviewDialog } from '../../reviews/ReviewDialog.tsx';

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
          title={t('moveTitle')}
          current={snapshot.projectId}
          onMove={(project) => move(snapshot, project)}
          onClose={onClose}
        />
      );
  }
}
