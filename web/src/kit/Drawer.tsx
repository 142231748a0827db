import type { ReactNode } from 'react';
import { CloseButton } from './CloseButton.tsx';
import styles from './Drawer.module.css';
import { LateModal } from './popups/lateModal.ts';

interface DrawerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A panel at the left edge, over the page. */
export function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  if (!isOpen) return null;
  return (
    <LateModal>
      {({ Modal, ModalTitle }) => (
        <Modal place="left" widthPx={288} className={styles.drawer} onClose={onClose}>
          <div className={styles.bar}>
            <ModalTitle className={styles.title}>{title}</ModalTitle>
            <CloseButton onClick={onClose} />
          </div>
          {children}
        </Modal>
      )}
    </LateModal>
  );
}
