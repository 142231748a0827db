import { Toast } from '@base-ui/react/toast';
import { useEffect } from 'react';
import { CloseButton } from '../CloseButton.tsx';
import { joinClasses } from '../joinClasses.ts';
import { removeToast, type Toast as Item, useToast } from '../toast.ts';
import { ToastAction } from '../ToastAction.tsx';
import styles from './ToastPopup.module.css';

/** Attributes of a toast: it is announced like any message, not a dialog. */
const ANNOUNCED = { 'aria-modal': undefined, 'aria-describedby': undefined };

function Shown() {
  const item = useToast();
  const { toasts, add, close } = Toast.useToastManager<Item>();
  useEffect(() => {
    if (!item) return undefined;
    let isReplaced = false;
    const id = add({
      data: item,
      timeout: Math.max(item.until - Date.now(), 1),
      onClose: () => {
        if (!isReplaced) removeToast(item);
      },
    });
    return () => {
      isReplaced = true;
      close(id);
    };
  }, [item, add, close]);

  return toasts.map((each) => {
    if (!each.data) return null;
    const { title, message, about, action, isProblem = false, hasCloseButton = false } = each.data;
    return (
      <Toast.Root
        key={each.id}
        toast={each}
        role={isProblem ? 'alert' : 'status'}
        {...ANNOUNCED}
        className={joinClasses(styles.toast, isProblem && styles.problem)}
        swipeDirection={['down', 'left', 'right']}
      >
        <div className={styles.text}>
          {title !== undefined && (
            <Toast.Title className={styles.title} render={<div />}>
              {title}
            </Toast.Title>
          )}
          {(message || action) && (
            <ToastAction
              message={message}
              about={about}
              label={action?.label}
              act={() => {
                close(each.id);
                action?.run();
              }}
            />
          )}
        </div>
        {hasCloseButton && <CloseButton onClick={() => close(each.id)} />}
      </Toast.Root>
    );
  });
}

/** Waits while the pointer or the focus is on it; F6 leads to it. */
export const ToastPopup = () => (
  <Toast.Provider>
    <Toast.Viewport className={styles.viewport} aria-live="off">
      <Shown />
    </Toast.Viewport>
  </Toast.Provider>
);
