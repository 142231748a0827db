import { Popover } from '@base-ui/react/popover';
import { type ReactNode, useRef, useState } from 'react';
import { joinClasses } from '../joinClasses.ts';
import { IN_WINDOW, type PopupProps } from './placement.ts';
import styles from './Popup.module.css';
import popover from './PopoverPopup.module.css';

interface PopoverPopupProps extends PopupProps {
  /** The element that names it; the trigger by default. */
  labelId?: string;
  side?: 'top' | 'right' | 'bottom';
  align: 'start' | 'end';
  widthPx: number;
  className: string | undefined;
  /** Keeps the focus, and stays when something else is clicked. */
  isModal?: boolean;
  children: ReactNode;
}

export function PopoverPopup(props: PopoverPopupProps) {
  const { id, triggerId, isOpen, onOpenChange, side, align, widthPx, className, children } = props;
  const { labelId = triggerId, isModal = false } = props;
  const [root, setRoot] = useState<HTMLDivElement | null>(null);
  const popup = useRef<HTMLDivElement>(null);
  const trigger = () => document.getElementById(triggerId);
  return (
    <div ref={setRoot} className={styles.root}>
      <Popover.Root
        open={isOpen}
        onOpenChange={(isNextOpen, { reason }) => {
          if (!isModal || reason === 'escape-key') onOpenChange(isNextOpen);
        }}
        modal={isModal && 'trap-focus'}
      >
        <Popover.Portal container={root}>
          <Popover.Positioner {...IN_WINDOW} className={styles.place} {...{ anchor: trigger, side, align }}>
            <Popover.Popup
              ref={popup}
              id={id}
              aria-labelledby={labelId}
              aria-modal={isModal || undefined}
              className={joinClasses(styles.popup, popover.popover, className)}
              style={{ width: widthPx }}
              initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true}
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
