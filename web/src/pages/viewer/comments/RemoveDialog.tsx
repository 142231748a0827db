import { t } from '../../../words/comments.ts';
import { button } from '../controls.ts';
import { Modal } from '../Modal.tsx';
import styles from './RemoveDialog.module.css';

interface RemoveDialogProps {
  isThread: boolean;
  onCancel: () => void;
  onRemove: () => void;
}

export function RemoveDialog({ isThread, onCancel, onRemove }: RemoveDialogProps) {
  return (
    <Modal title={t(isThread ? 'removeThreadTitle' : 'removeTitle')} onClose={onCancel}>
      <p>{t(isThread ? 'removeThreadText' : 'removeText')}</p>
      <div className={styles['actions']}>
        <button type="button" className={button('plain')} onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="button" className={`${button('main')} ${styles['final']}`} onClick={onRemove}>
          {t('remove')}
        </button>
      </div>
    </Modal>
  );
}
