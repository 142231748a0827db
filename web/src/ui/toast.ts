import type { NotificationData } from '@mantine/notifications';

/** Fetched behind the first picture, see Providers.tsx. */
async function show(notification: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(notification);
}

/** Says that something worked, for two and a half seconds or as many milliseconds as are asked for. */
export function toast(message: string, shownFor = 2500): void {
  void show({ message, color: 'ink', autoClose: shownFor, withCloseButton: false, role: 'status' });
}

/** Says that something did not work and why; long enough to be read. */
export function toastProblem(title: string, message?: string): void {
  void show({ title, message, color: 'red', autoClose: 6000, role: 'alert' });
}
