import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { ConfirmDialog } from '../../../kit/ConfirmDialog.tsx';
import { t } from '../copy.ts';
import { remove } from '../actions.ts';

interface DeleteDialogProps {
  snapshot: Snapshot;
  onClose: () => void;
}

export function DeleteDialog({ snapshot, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name: snapshot.name })}
      text={t('deleteText')}
      action={t('delete')}
      onConfirm={() => remove(snapshot)}
      onClose={onClose}
    />
  );
}
