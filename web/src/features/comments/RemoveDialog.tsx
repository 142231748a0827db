import { t } from './copy.ts';
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
    keep={t('cancel')}
    confirm={t('remove')}
    onKeep={onCancel}
    onConfirm={onRemove}
  />
);
