import { t } from './copy.ts';
import { ConfirmDialog } from '../../kit/ConfirmDialog.tsx';

interface RemoveDialogProps {
  isThread: boolean;
  onClose: () => void;
  onRemove: () => void;
}

export const RemoveDialog = ({ isThread, onClose, onRemove }: RemoveDialogProps) => (
  <ConfirmDialog
    title={t(isThread ? 'removeThreadTitle' : 'removeTitle')}
    text={t(isThread ? 'removeThreadText' : 'removeText')}
    action={t('remove')}
    onConfirm={() => {
      onRemove();
      return Promise.resolve(true);
    }}
    onClose={onClose}
  />
);
