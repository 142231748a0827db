import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';
import { useFocusBack } from './useFocusBack.ts';

interface DialogProps {
  title: string;
  /** Above the title. */
  header?: ReactNode;
  widthPx?: number;
  /** False if the dialog's own buttons close it. */
  hasCloseButton?: boolean;
  closeOnEscape?: boolean;
  closeOnOutsideClick?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A modal dialog. Focuses the element with `data-autofocus` if there is one, and returns the focus on
 * unmount.
 */
export function Dialog({
  title,
  header,
  widthPx = 440,
  hasCloseButton = false,
  closeOnEscape = true,
  closeOnOutsideClick = true,
  onClose,
  children,
}: DialogProps) {
  useFocusBack();
  return (
    <Modal
      opened
      size={widthPx}
      {...(hasCloseButton && { title })}
      withCloseButton={hasCloseButton}
      closeOnEscape={closeOnEscape}
      closeOnClickOutside={closeOnOutsideClick}
      onClose={onClose}
    >
      {header}
      {!hasCloseButton && <Modal.Title className={styles.title}>{title}</Modal.Title>}
      {children}
    </Modal>
  );
}
