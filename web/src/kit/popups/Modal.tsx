import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { joinClasses } from '../joinClasses.ts';
import styles from './Modal.module.css';

export interface ModalProps {
  /** Contains the `ModalTitle`. */
  children: ReactNode;
  place: 'centered' | 'high' | 'left';
  /** Omitted if it is as wide as its content. */
  widthPx?: number | undefined;
  className?: string | undefined;
  closeOnEscape?: boolean;
  closeOnOutsideClick?: boolean;
  /** False if the caller returns the focus. */
  returnsFocus?: boolean;
  onClose: () => void;
}

/** Whether it was opened after all others. */
const isTopmost = (dialog: Element | null) =>
  [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === dialog;

/** Takes the focus to the element with `data-autofocus`, keeps it, and returns it on unmount. */
export function Modal(props: ModalProps) {
  const { children, place, widthPx, className, onClose } = props;
  const { closeOnEscape = true, closeOnOutsideClick = true, returnsFocus = true } = props;
  const popup = useRef<HTMLDivElement>(null);

  function close(isOpen: boolean, { reason }: Dialog.Root.ChangeEventDetails): void {
    if (isOpen || !isTopmost(popup.current)) return;
    if (reason === 'escape-key' ? closeOnEscape : closeOnOutsideClick) onClose();
  }

  return (
    // theme.css locks scrolling: the page keeps its width and place.
    <Dialog.Root open modal="trap-focus" onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} data-dialog-backdrop />
        <Dialog.Popup
          ref={popup}
          aria-modal
          className={joinClasses(styles.popup, styles[place], className)}
          style={{ '--width': widthPx && `${widthPx}px` } as object}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true}
          finalFocus={returnsFocus}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The heading that names the dialog. */
export const ModalTitle = ({
  className,
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) => <Dialog.Title className={className}>{children}</Dialog.Title>;
