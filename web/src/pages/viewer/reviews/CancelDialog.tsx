import { t } from '../../../words/reviews.ts';
import { button } from '../controls.ts';
import { Modal } from '../Modal.tsx';
import styles from './CancelDialog.module.css';

interface CancelDialogProps {
  onKeep: () => void;
  onCancel: () => void;
}

export function CancelDialog({ onKeep, onCancel }: CancelDialogProps) {
  return (
    <Modal title={t('cancelTitle')} onClose={onKeep}>
      <p>{t('cancelText')}</p>
      <div className={styles['actions']}>
        <button type="button" className={button('plain')} onClick={onKeep}>
          {t('keep')}
        </button>
        <button type="button" className={`${button('main')} ${styles['final']}`} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </Modal>
  );
}
