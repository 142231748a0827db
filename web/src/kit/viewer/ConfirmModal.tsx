import { Button } from '../Button.tsx';
import { Modal } from './Modal.tsx';
import styles from './ConfirmModal.module.css';

interface ConfirmModalProps {
  title: string;
  text: string;
  /** Labels of the buttons. */
  keep: string;
  confirm: string;
  onKeep: () => void;
  onConfirm: () => void;
}

/** Confirms a destructive action. */
export function ConfirmModal({ title, text, keep, confirm, onKeep, onConfirm }: ConfirmModalProps) {
  return (
    <Modal title={title} onClose={onKeep}>
      <p>{text}</p>
      <div className={styles.actions}>
        <Button variant="plain" onClick={onKeep}>
          {keep}
        </Button>
        <Button isDanger onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Modal>
  );
}
