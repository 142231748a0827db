import type { NotificationData } from '@mantine/notifications';
import { createElement } from 'react';
import { t } from '../words/common.ts';

/** Long enough to notice, think and press the button. */
const ACT_FOR = 8000;

/** Fetched behind the first picture, see Providers.tsx. */
async function show(notification: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(notification);
}

/** With a button. Answers how to take the toast away. */
async function showWithAct(
  notification: NotificationData,
  label: string,
  act: () => void,
): Promise<() => void> {
  const [{ notifications }, { ToastAct }] = await Promise.all([
    import('@mantine/notifications'),
    import('./ToastAct.tsx'),
  ]);
  const hide = () => void notifications.hide(id);
  const actAndHide = () => {
    hide();
    act();
  };
  const message = createElement(ToastAct, { message: notification.message, label, act: actAndHide });
  const id = notifications.show({ ...notification, message });
  return hide;
}

/** Says that something worked, for two and a half seconds or as many milliseconds as are asked for. */
export function toast(message: string, shownFor = 2500): void {
  void show({ message, color: 'ink', autoClose: shownFor, withCloseButton: false, role: 'status' });
}

/** Says that something did not work and why; long enough to be read. With `retry`, it can be tried again. */
export function toastProblem(title: string, message?: string, retry?: () => void): void {
  // Only so many are shown at a time, and nobody must wait to hear of it.
  const problem = { title, message, color: 'red', autoClose: 6000, role: 'alert', priority: 1 } as const;
  if (retry) void showWithAct({ ...problem, autoClose: ACT_FOR }, t('retry'), retry);
  else void show(problem);
}

/** Says that something happened, with the one thing that can be done about it. */
export function toastAct(message: string, label: string, act: () => void): void {
  void showWithAct({ message, color: 'ink', autoClose: ACT_FOR, role: 'status' }, label, act);
}

/** What the last toast with Undo offers to take back, as long as it is there. */
let offered: (() => void) | undefined;

/** Takes back what was done last, as the button in its toast would; false when nothing is offered any more. */
export function undoLatest(): boolean {
  const undo = offered;
  undo?.();
  return undo !== undefined;
}

/** Says that something was done and offers for eight seconds to undo it. */
export function toastUndo(message: string, undo: () => void): void {
  const isOver = () => {
    if (offered === takeBack) offered = undefined;
  };
  function takeBack(): void {
    isOver();
    void shown.then((hide) => hide());
    undo();
  }
  const done = { message, color: 'ink', withCloseButton: false, role: 'status', onClose: isOver } as const;
  const shown = showWithAct({ ...done, autoClose: ACT_FOR }, t('undo'), takeBack);
  offered = takeBack;
}
