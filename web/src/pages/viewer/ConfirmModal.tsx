import { button } from './controls.ts';
import { Modal } from './Modal.tsx';
import styles from './ConfirmModal.module.css';

interface ConfirmModalProps {
  title: string;
  text: string;
  /** The names of the buttons. */
  keep: string;
  confirm: string;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Asks before an act that ends access or deletes something. */
export function ConfirmModal({ title, text, keep, confirm, onKeep, onConfirm }: ConfirmModalProps) {
  return (
    <Modal title={title} onClose={onKeep}>
      <p>{text}</p>
      <div className={styles['actions']}>
        <button type="button" className={button('plain')} onClick={onKeep}>
          {keep}
        </button>
        <button type="button" className={`${button('main')} ${styles['final']}`} onClick={onConfirm}>
          {confirm}
        </button>
      </div>
    </Modal>
  );
}
