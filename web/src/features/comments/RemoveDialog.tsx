import { t as comments } from './copy.ts';
import { t } from './removeCopy.ts';
import { ConfirmModal } from '../../kit/viewer/ConfirmModal.tsx';

interface RemoveDialogProps {
  isThread: boolean;
  onCancel: () => void;
  onRemove: () => void;
}

export const RemoveDialog = ({ isThread, onCancel, onRemove }: RemoveDialogProps) => (
  <ConfirmModal
    title={t(isThread ? 'removeThreadTitle' : 'removeTitle')}
    text={t(isThread ? 'removeThreadText' : 'removeText')}
    keep={comments('cancel')}
    confirm={comments('remove')}
    onKeep={onCancel}
    onConfirm={onRemove}
  />
);
