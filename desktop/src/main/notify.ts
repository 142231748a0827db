import { Notification } from 'electron';
import type { Notice } from '../ipc.ts';

interface Shown {
  /** The window's own way to tell, where the system has none. */
  inWindow: (notice: Notice) => void;
  open: (page: string) => void;
  /** What a click does beside opening the page. */
  onClick?: (() => void) | undefined;
}

/** Kept from being collected while the system shows them: a click must still be heard. */
const shown = new Set<Notification>();

export function notify({ title, body, page }: Notice, { inWindow, open, onClick }: Shown): void {
  if (!Notification.isSupported()) return inWindow({ title, body, page });
  const notification = new Notification({ title, body });
  shown.add(notification);
  const forget = () => void shown.delete(notification);
  notification.on('click', () => {
    forget();
    onClick?.();
    if (page !== null) open(page);
  });
  notification.on('close', forget);
  notification.on('failed', () => {
    forget();
    inWindow({ title, body, page });
  });
  notification.show();
}
