import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { t } from '../../../../words/dialogs.ts';
import { move } from '../acts.ts';
import { DeleteDialog } from './DeleteDialog.tsx';
import { DetailsDialog } from './DetailsDialog.tsx';
import { MoveDialog } from './MoveDialog.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { RestageDialog } from './RestageDialog.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

export type RowDialog = 'delete' | 'details' | 'move' | 'password' | 'rename' | 'restage' | 'review';

interface RowDialogsProps {
  kind: RowDialog;
  snapshot: Snapshot;
  /** What was dropped on its row. */
  entries?: readonly FileSystemEntry[] | undefined;
  onClose: () => void;
}

/** The dialog about one snapshot. */
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
