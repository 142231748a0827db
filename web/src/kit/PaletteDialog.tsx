import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './PaletteDialog.module.css';

interface PaletteDialogProps {
  /** Read by screen readers. */
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** The caller returns the focus, because a chosen action may move it. */
export const PaletteDialog = ({ title, onClose, children }: PaletteDialogProps) => (
  <Modal
    opened
    centered={false}
    yOffset="12vh"
    size={600}
    padding={0}
    withCloseButton={false}
    returnFocus={false}
    onClose={onClose}
  >
    <Modal.Title className={styles.title}>{title}</Modal.Title>
    {children}
  </Modal>
);
