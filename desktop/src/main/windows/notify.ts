import { Notification } from 'electron';
import type { Notice } from '../../protocol/window.ts';

interface NotifyOptions {
  /** Shows a notification in the window, on systems without notifications. */
  inWindow: (notice: Notice) => void;
  open: (page: string) => void;
  /** Called on a click, besides opening the page. */
  onClick?: (() => void) | undefined;
}

/** References that prevent garbage collection, which would drop click events. */
const shown = new Set<Notification>();

export function notify({ title, body, page }: Notice, { inWindow, open, onClick }: NotifyOptions): void {
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
