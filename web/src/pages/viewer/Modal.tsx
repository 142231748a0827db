import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useFocusBack } from '../../ui/useFocusBack.ts';
import { t } from '../../words/common.ts';
import { iconButton } from './controls.ts';
import styles from './Modal.module.css';

interface ModalProps {
  title: string;
  size?: 'small' | 'wide';
  onClose: () => void;
  children: ReactNode;
}

/** A dialog over everything else: the browser's own, which keeps the focus in and gives it back. */
export function Modal({ title, size = 'small', onClose, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useFocusBack();
  useEffect(() => dialog.current?.showModal(), []);

  // A press that began in a field, to mark its text, may end here.
  const isPressed = useRef(false);
  const isBackdrop = ({ target, currentTarget }: MouseEvent) => target === currentTarget;

  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too.
    <dialog
      ref={dialog}
      className={`${styles['dialog']} ${styles[size]}`}
      aria-labelledby={id}
      onClose={onClose}
      onPointerDown={(event) => {
        isPressed.current = isBackdrop(event);
      }}
      onClick={(event) => {
        if (isPressed.current && isBackdrop(event)) onClose();
      }}
    >
      <div className={styles['content']}>
        <div className={styles['head']}>
          <h2 id={id} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={iconButton} aria-label={t('close')} onClick={onClose}>
            <X size={16} />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
