import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { t } from '../../../../words/rows.ts';
import { remove } from '../acts.ts';

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
