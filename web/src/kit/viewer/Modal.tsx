import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useFocusBack } from '../useFocusBack.ts';
import { CloseButton } from '../CloseButton.tsx';
import styles from './Modal.module.css';

interface ModalProps {
  title: string;
  size?: 'small' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

/** Uses the browser's dialog, which traps and restores the focus. */
export function Modal({ title, size = 'small', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useFocusBack();
  useEffect(() => dialog.current?.showModal(), []);

  // A press that began in a field, to select text, may end on the backdrop.
  const isPressed = useRef(false);
  const isBackdrop = ({ target, currentTarget }: MouseEvent) => target === currentTarget;

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too.
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${styles[size]}`}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => {
        isPressed.current = isBackdrop(event);
      }}
      onClick={(event) => {
        if (isPressed.current && isBackdrop(event)) onClose();
      }}
    >
      <div className={styles.content}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <CloseButton onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}
