import type { ReactNode } from 'react';
import { CloseButton } from './CloseButton.tsx';
import styles from './Dialog.module.css';
import { LateModal } from './popups/lateModal.ts';

interface DialogProps {
  title: string;
  /** Above the title. */
  header?: ReactNode;
  /** `fit` for as wide as its content. */
  widthPx?: number | 'fit';
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
  children,
  ...rest
}: DialogProps) {
  return (
    <LateModal>
      {({ Modal, ModalTitle }) => (
        <Modal
          {...rest}
          place="centered"
          className={styles.dialog}
          widthPx={widthPx === 'fit' ? undefined : widthPx}
        >
          {header}
          <div className={hasCloseButton ? styles.bar : undefined}>
            <ModalTitle className={styles.title}>{title}</ModalTitle>
            {hasCloseButton && <CloseButton onClick={rest.onClose} />}
          </div>
          {children}
        </Modal>
      )}
    </LateModal>
  );
}
